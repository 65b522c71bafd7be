import { z } from 'zod'
import { loginKinds } from '../login-kinds.ts'
import { bySpace, list, networks, text } from './setting-formats.ts'

const algorithms = ['ES256', 'EdDSA', 'RS256', 'PS256']
const algorithmProblem = `must be a list of algorithms out of ${algorithms.join(', ')}`

export const issuerVariables = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be the URL of the issuer, such as https://login.example.com, without query and fragment')
    .optional(),
  OIDC_AUDIENCE: text.optional(),
  OIDC_ALGORITHMS: list(bySpace, (name) => algorithms.includes(name), algorithmProblem)
    .refine((names) => names.length > 0, algorithmProblem)
    .default(algorithms),
  OIDC_TOKEN_TYPE: text.default('at+jwt'),
  OIDC_TOUCHPOINT_CLAIM: text.optional(),
  OIDC_LOGIN_CLAIM: text.optional(),
  OIDC_LOGIN: z.enum(loginKinds).optional(),
  OIDC_PERSON_CLAIM: z.enum(['sub', 'email']).default('sub'),
  OIDC_ALLOWED_NETWORKS: networks.default([]),
}

type IssuerVariables = z.output<z.ZodObject<typeof issuerVariables>>

export type IssuerSettings = NonNullable<ReturnType<typeof toIssuer>>

export function toIssuer(e: IssuerVariables) {
  if (e.OIDC_ISSUER === undefined || e.OIDC_AUDIENCE === undefined) return undefined
  return {
    url: e.OIDC_ISSUER,
    audience: e.OIDC_AUDIENCE,
    algorithms: e.OIDC_ALGORITHMS,
    /** The `typ` of its JWTs; undefined if it is not checked. */
    tokenType: e.OIDC_TOKEN_TYPE === 'any' ? undefined : e.OIDC_TOKEN_TYPE,
    /** The claims that name the touchpoint. The first one that is present counts. */
    touchpointClaims: e.OIDC_TOUCHPOINT_CLAIM === undefined ? ['client_id', 'azp'] : [e.OIDC_TOUCHPOINT_CLAIM],
    /** The claim that names the login kind, unless `login` is the same for all. */
    loginClaim: e.OIDC_LOGIN_CLAIM ?? 'casegate_login',
    login: e.OIDC_LOGIN,
    personClaim: e.OIDC_PERSON_CLAIM,
    /** Networks besides public addresses from which keys are fetched, as CIDR. Also over http. */
    allowedNetworks: e.OIDC_ALLOWED_NETWORKS,
  }
}

function isIssuer(text: string): boolean {
  // Spaces and similar characters would be removed or encoded.
  if (!URL.canParse(text) || !/^https?:\/\/[\x21-\x7e]+$/.test(text)) return false
  const { search, hash, username, password } = new URL(text)
  return search === '' && hash === '' && username === '' && password === '' && !/[?#]/.test(text)
}

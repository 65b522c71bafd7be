import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { loginKinds } from '../login-kinds.ts'
import { text } from './setting-formats.ts'

const algorithms = ['ES256', 'EdDSA', 'RS256', 'PS256'] as const

const items = (list: string) => list.split(/[\s,]+/).filter((item) => item !== '')

const issuerUrl = z
  .string()
  .refine(isIssuer, 'must be the URL of the issuer, such as https://login.example.com, without query and fragment')

const algorithmList = z
  .string()
  .transform(items)
  .refine(
    (list) => list.length > 0 && list.every((item) => algorithms.some((each) => each === item)),
    `must be a list of algorithms out of ${algorithms.join(', ')}`,
  )

const networkList = z
  .string()
  .transform(items)
  .refine(
    (networks) => networks.every((network) => ipaddr.isValidCIDR(network)),
    'must be a comma-separated list of networks such as 10.0.0.0/8',
  )

/** The variables of the OpenID Connect issuer. */
export const issuerVariables = {
  OIDC_ISSUER: issuerUrl.optional(),
  OIDC_AUDIENCE: text.optional(),
  OIDC_ALGORITHMS: algorithmList.default([...algorithms]),
  OIDC_TOKEN_TYPE: text.default('at+jwt'),
  OIDC_TOUCHPOINT_CLAIM: text.optional(),
  OIDC_LOGIN_CLAIM: text.optional(),
  OIDC_LOGIN: z.enum(loginKinds).optional(),
  OIDC_PERSON_CLAIM: z.enum(['sub', 'email']).default('sub'),
  OIDC_ALLOWED_NETWORKS: networkList.default([]),
}

type IssuerVariables = z.output<z.ZodObject<typeof issuerVariables>>
type Condition = { path: string[]; message: string; holds: (e: IssuerVariables) => boolean }

/** What must hold for several variables together. */
export const issuerConditions: Condition[] = [
  {
    path: ['OIDC_ISSUER'],
    message: 'cannot be set unless OIDC_AUDIENCE is set',
    holds: (e) => e.OIDC_AUDIENCE !== undefined || e.OIDC_ISSUER === undefined,
  },
  {
    path: ['OIDC_AUDIENCE'],
    message: 'cannot be set unless OIDC_ISSUER is set',
    holds: (e) => e.OIDC_ISSUER !== undefined || e.OIDC_AUDIENCE === undefined,
  },
  {
    path: ['OIDC_ISSUER'],
    message: 'must begin with https:// unless its network is in OIDC_ALLOWED_NETWORKS',
    holds: (e) => !e.OIDC_ISSUER?.startsWith('http:') || e.OIDC_ALLOWED_NETWORKS.length > 0,
  },
  {
    path: ['OIDC_LOGIN'],
    message: 'cannot be set if OIDC_LOGIN_CLAIM is set',
    holds: (e) => e.OIDC_LOGIN === undefined || e.OIDC_LOGIN_CLAIM === undefined,
  },
]

export type IssuerSettings = NonNullable<ReturnType<typeof toIssuer>>

/** The issuer whose JWTs are accepted; undefined if there is none. */
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

import { isIP } from 'node:net'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'
import { headerName, text } from './setting-formats.ts'

const urlProblem =
  'must be an https URL with a host name, or one of http://localhost, without user information, query and fragment, ' +
  'such as https://cases.example.com/desk'

const deskUrl = z.string().refine(isDeskUrl, urlProblem)

export const deskVariables = {
  DESK_URL: deskUrl.optional(),
  DESK_SECRET: text.optional(),
  DESK_ADDRESS_HEADER: headerName.optional(),
  DESK_OIDC_CLIENT_ID: text.optional(),
  DESK_OIDC_CLIENT_SECRET: text.optional(),
  DESK_OIDC_PARAMETERS: z
    .string()
    .default('')
    .transform((query) => ({ scope: 'openid email profile', ...Object.fromEntries(new URLSearchParams(query)) }))
    .refine(({ scope }) => scope.split(' ').includes('openid'), 'must have a scope that contains openid'),
}

type DeskVariables = z.output<z.ZodObject<typeof deskVariables>>

export type DeskSignIn = ReturnType<typeof toDeskSignIn>
export type DeskClient = NonNullable<DeskSignIn['client']>

export function toDeskSignIn(e: DeskVariables) {
  return {
    /** A touchpoint's secret. It opens sessions for people of whom only the address is known. Undefined if it is not set. */
    secret: e.DESK_SECRET,
    /** The header in which a proxy names the address, in lower case. Without it, people enter an address. */
    addressHeader: e.DESK_ADDRESS_HEADER?.toLowerCase(),
    /** The desk as a client of the OpenID Connect issuer. Undefined if it is none. */
    client:
      e.DESK_OIDC_CLIENT_ID === undefined
        ? undefined
        : {
            id: e.DESK_OIDC_CLIENT_ID,
            secret: e.DESK_OIDC_CLIENT_SECRET,
            /** Of its requests, besides those of the flow. Issuers choose the audience of the access token in different ways. */
            parameters: e.DESK_OIDC_PARAMETERS,
          },
  }
}

/** Where browsers reach the desk. Passkeys are bound to its host. */
export interface RelyingParty {
  /** Without a slash at the end. */
  url: string
  origin: string
  /** The ID of the relying party: the host name. */
  id: string
}

export function toRelyingParty(url: string | undefined): RelyingParty | undefined {
  if (url === undefined) return undefined
  const { origin, hostname } = new URL(url)
  return { url: url.replace(/\/+$/, ''), origin, id: hostname }
}

/** The embedded store is for trials on this machine, so that its desk has an address without a setting. */
export function defaultDeskUrl(e: { DATABASE_URL?: unknown; HOST: string; PORT: number; TRUST_PROXY: number }) {
  const isTrial = e.DATABASE_URL === undefined && isLoopback(e.HOST) && e.PORT > 0 && e.TRUST_PROXY === 0
  return isTrial ? `http://localhost:${e.PORT}/desk` : undefined
}

/** Browsers have passkeys only for host names, over https or on localhost. */
function isDeskUrl(text: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(text) || /[?#@\\]/.test(text)) return false
  const url = URL.parse(text)
  if (!url || isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0) return false
  return url.protocol === 'https:' || url.hostname === 'localhost'
}

import { isIP } from 'node:net'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'

const problem =
  'must be an https URL with a host name, or one of http://localhost, without user information, query and fragment, ' +
  'such as https://cases.example.com/desk'

export const deskUrl = z.string().refine(isDeskUrl, problem)

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

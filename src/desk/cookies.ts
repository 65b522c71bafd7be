import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Credentials, hashToken } from '../viewer/viewer.ts'
import type { SignInChecks } from './issuer-client.ts'

/** The cookies of a request in the order in which they were sent, also several with one name. */
function sentCookies({ headers }: FastifyRequest): { name: string; pair: string }[] {
  return (headers.cookie ?? '').split(';').map((pair) => ({ name: pair.split('=', 1)[0]!.trim(), pair }))
}

/** The value of a cookie. Undefined if there is none, or several with this name: another host or path may have set one. */
function soleCookie(request: FastifyRequest, name: string): string | undefined {
  const [first, ...others] = sentCookies(request).filter((cookie) => cookie.name === name)
  return first && others.length === 0 ? request.server.parseCookie(first.pair)[name] : undefined
}

/**
 * Browsers send it only with requests that a page of this site causes, and hide it from scripts. With the prefix `__Host-`, which
 * they accept over TLS and for the path `/`, no other host of the domain can set it.
 */
function cookieOf({ protocol }: FastifyRequest) {
  const isSecure = protocol === 'https'
  const name = isSecure ? '__Host-casegate-desk' : 'casegate-desk'
  const attributes = { path: isSecure ? '/' : '/desk', httpOnly: true, sameSite: 'strict', secure: isSecure } as const
  return { name, attributes }
}

/**
 * Credentials from the cookie. Null if the request names another session in the header Desk-Session: a tab that shows the data
 * of one person must not work for the person who has signed in in another tab since.
 */
export function cookieCredentials(request: FastifyRequest): Credentials | null {
  const sent = new URLSearchParams(soleCookie(request, cookieOf(request).name))
  const [touchpoint, token] = [sent.get('touchpoint'), sent.get('token')]
  const credentials = touchpoint && token ? { touchpoint, tokenHash: hashToken(token) } : null
  const named = request.headers['desk-session']
  return credentials && named !== undefined && named !== sessionName(credentials) ? null : credentials
}

/** Identifies a session to its own pages. Nothing can be done with it. */
export function sessionName({ tokenHash }: Credentials): string {
  return hash('sha256', `desk ${tokenHash}`, 'base64url')
}

export interface NewCookie {
  touchpoint: string
  token: string
  /** Null if the session does not end. Then the cookie ends with the browser. */
  expiresAt: Date | null
}

export function setSessionCookie(reply: FastifyReply, { touchpoint, token, expiresAt }: NewCookie): void {
  const value = new URLSearchParams({ touchpoint, token }).toString()
  const maxAge = expiresAt && Math.max(Math.floor((expiresAt.getTime() - Date.now()) / 1000), 0)
  const { name, attributes } = cookieOf(reply.request)
  reply.setCookie(name, value, { ...attributes, ...(maxAge !== null && { maxAge }) })
}

export function clearSessionCookie(reply: FastifyReply): void {
  const { name, attributes } = cookieOf(reply.request)
  reply.clearCookie(name, attributes)
}

/** A sign-in that has begun, and the path of the desk that it leads to. */
export interface BegunSignIn extends SignInChecks {
  to: string
}

/** How long a person may take at the issuer, in seconds. */
const signInSeconds = 600

/** How many sign-ins of one browser may have begun, such as in its tabs. Requests have all their cookies in their headers. */
const maximumSignIns = 5

// The issuer's site leads back to the desk, so SameSite cannot be strict. With the prefix `__Host-`, no other host of the domain
// can set the cookie: otherwise it could make a browser finish a sign-in that another person has begun.
const signInAttributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: 'auto' } as const
const signInPrefix = ({ protocol }: FastifyRequest) =>
  protocol === 'https' ? '__Host-casegate-sign-in-' : 'casegate-sign-in-'

/** Each sign-in has its own cookie, with its state in the name. The oldest one ends if there are too many. */
export function setBegunSignIn(reply: FastifyReply, { state, ...begun }: BegunSignIn): void {
  const { request } = reply
  const prefix = signInPrefix(request)
  const earlier = sentCookies(request).filter(({ name }) => name.startsWith(prefix))
  // Browsers send the older ones first.
  for (const { name } of earlier.slice(0, 1 - maximumSignIns)) reply.clearCookie(name, signInAttributes)
  const value = new URLSearchParams(begun).toString()
  reply.setCookie(prefix + state, value, { ...signInAttributes, maxAge: signInSeconds })
}

/** Returns the sign-in of the browser with this state and deletes it. Undefined if it has none. */
export function takeBegunSignIn(request: FastifyRequest, reply: FastifyReply, state: string): BegunSignIn | undefined {
  const name = signInPrefix(request) + state
  const value = soleCookie(request, name)
  if (value === undefined) return undefined
  reply.clearCookie(name, signInAttributes)
  const { nonce, verifier, to } = Object.fromEntries(new URLSearchParams(value))
  return nonce && verifier && to ? { state, nonce, verifier, to } : undefined
}

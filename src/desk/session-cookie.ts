import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Credentials, hashToken } from '../auth/viewer.ts'
import { soleCookie } from './sole-cookie.ts'

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

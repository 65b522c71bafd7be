import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Credentials, hashToken } from '../auth/viewer.ts'

/** Browsers send it only to the desk, only with requests that a page of this site causes, and hide it from scripts. */
const attributes = { path: '/desk', httpOnly: true, sameSite: 'strict', secure: 'auto' } as const

/** A browser accepts a cookie with the prefix `__Secure-` only over TLS. */
const nameOf = ({ protocol }: FastifyRequest) => (protocol === 'https' ? '__Secure-casegate-desk' : 'casegate-desk')

/**
 * Credentials from the cookie. Null if the request names another session in the header Desk-Session: a tab that shows the data
 * of one person must not work for the person who has signed in in another tab since.
 */
export function cookieCredentials(request: FastifyRequest): Credentials | null {
  const { headers, server } = request
  const sent = new URLSearchParams(server.parseCookie(headers.cookie ?? '')[nameOf(request)])
  const [touchpoint, token] = [sent.get('touchpoint'), sent.get('token')]
  const credentials = touchpoint && token ? { touchpoint, tokenHash: hashToken(token) } : null
  const named = headers['desk-session']
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
  reply.setCookie(nameOf(reply.request), value, { ...attributes, ...(maxAge !== null && { maxAge }) })
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(nameOf(reply.request), attributes)
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from './issuer-client.ts'
import { soleCookie } from './sole-cookie.ts'

/** A sign-in that has begun, and the path of the desk that it leads to. */
export interface BegunTransaction extends Transaction {
  to: string
}

/** How long a person may take at the issuer, in seconds. */
const maxAge = 600

// The issuer's site leads back to the desk, so SameSite cannot be strict. With the prefix `__Host-`, no other host of the domain
// can set the cookie: otherwise it could make a browser finish a sign-in that another person has begun.
const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: 'auto' } as const
const nameOf = ({ protocol }: FastifyRequest) => (protocol === 'https' ? '__Host-casegate-sign-in' : 'casegate-sign-in')

export function setTransaction(reply: FastifyReply, transaction: BegunTransaction): void {
  const value = new URLSearchParams({ ...transaction }).toString()
  reply.setCookie(nameOf(reply.request), value, { ...attributes, maxAge })
}

/** Returns the transaction of the browser and deletes it. Undefined if it has none. */
export function takeTransaction(request: FastifyRequest, reply: FastifyReply): BegunTransaction | undefined {
  const value = soleCookie(request, nameOf(request))
  if (value === undefined) return undefined
  reply.clearCookie(nameOf(request), attributes)
  const { state, nonce, verifier, to } = Object.fromEntries(new URLSearchParams(value))
  return state && nonce && verifier && to ? { state, nonce, verifier, to } : undefined
}

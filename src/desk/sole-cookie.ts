import type { FastifyRequest } from 'fastify'

/** The value of a cookie. Undefined if there is none, or several with this name: another host or path may have set one. */
export function soleCookie({ headers, server }: FastifyRequest, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').filter((pair) => pair.split('=', 1)[0]?.trim() === name)
  return pairs.length === 1 ? server.parseCookie(pairs[0]!)[name] : undefined
}

import type { onRequestHookHandler } from 'fastify'
import { TouchpointSecret } from '../catalogue/touchpoint.entity.ts'
import { hashToken } from '../viewer/viewer.ts'
import type { Database } from '../database/database.ts'
import { RequestError } from '../errors/request-error.ts'
import type { LoginKind } from '../login-kinds.ts'
import { findDemoSession, publicHashes } from '../transfer/demo-data.ts'

/**
 * A person of the demonstration data, with the public secret that creates sessions, or, if no secret may create them, with the
 * token of a public session.
 */
export type DemoLogin = { login: LoginKind; firstname: string; touchpoint: string } & (
  { email: string; secret: string } | { token: string }
)

const withSecret = [
  { login: 'OPERATOR', firstname: 'Olga', email: 'olga@example.com', touchpoint: 'desk', secret: 'cgs_demo-desk' },
  { login: 'PARTY', firstname: 'Paula', email: 'paula@example.com', touchpoint: 'web', secret: 'cgs_demo-web' },
] as const

/** Returns those whose secret or session is valid in this database. */
export async function findDemoLogins(database: Database): Promise<DemoLogin[]> {
  const em = database.orm.em.fork()
  const valid: DemoLogin[] = []
  for (const login of withSecret) {
    const { touchpoint, secret } = login
    const secretHash = Buffer.from(hashToken(secret), 'hex')
    if (await em.count(TouchpointSecret, { touchpoint, secretHash, revokedAt: null })) valid.push(login)
  }
  const session = await findDemoSession(database, 'ADMIN')
  if (session) valid.push({ login: 'ADMIN', firstname: 'Ada', ...session })
  return valid
}

/** Does not accept public credentials where `ownHost` rejects a request: a page of any site can send them. */
export function requireOwnHostForPublic(ownHost: onRequestHookHandler): onRequestHookHandler {
  return function (request, reply, next) {
    const { credentials, secret } = request.context
    const hash = credentials?.tokenHash ?? secret?.secretHash
    if (hash === undefined || !publicHashes.has(hash)) return next()
    ownHost.call(this, request, reply, (error) =>
      next(
        error && new RequestError('UNAUTHENTICATED', `The demonstration's credentials are public. ${error.message}`),
      ),
    )
  }
}

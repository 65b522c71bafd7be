import { TouchpointSecret } from '../catalogue/touchpoint.entity.ts'
import { hashToken } from '../auth/viewer.ts'
import type { Database } from '../database/database.ts'
import type { LoginKind } from '../people/people.entity.ts'

/** A person of the demonstration data, with the public secret that creates sessions. */
export interface DemoLogin {
  login: LoginKind
  firstname: string
  email: string
  touchpoint: string
  secret: string
}

const demoLogins: DemoLogin[] = [
  {
    login: 'OPERATOR',
    firstname: 'Olga',
    email: 'olga@example.com',
    touchpoint: 'desk',
    secret: 'cgs_demo-desk',
  },
  {
    login: 'PARTY',
    firstname: 'Paula',
    email: 'paula@example.com',
    touchpoint: 'web',
    secret: 'cgs_demo-web',
  },
]

/** Returns those whose secret is valid in this database. */
export async function findDemoLogins(database: Database): Promise<DemoLogin[]> {
  const em = database.orm.em.fork()
  const valid: DemoLogin[] = []
  for (const login of demoLogins) {
    const { touchpoint, secret } = login
    const secretHash = Buffer.from(hashToken(secret), 'hex')
    if (await em.count(TouchpointSecret, { touchpoint, secretHash, revokedAt: null })) valid.push(login)
  }
  return valid
}

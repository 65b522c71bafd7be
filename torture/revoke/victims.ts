import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { thisCheckout } from '../../bench/servers/server-process.ts'
import { createSession } from '../../src/auth/sessions/sessions.ts'
import { issuedSecret } from '../../test/support/issuer/issue-secret.ts'
import { statement } from '../../src/database/statement.ts'
import type { Store } from '../stores.ts'
import { type Attempt, attempt, useCase } from '../attempt.ts'
import { Client } from '../client.ts'
import { configure } from '../configure/admin.ts'
import { type ConfiguredWay, configuredWays, newConfiguredVictim } from './configured-ways.ts'
import type { Victim, World } from './world.ts'

interface Caller {
  headers: Record<string, string>
  /** The ID of the session or of the secret. */
  id: string
  email: string
  attempt(round: number): Attempt
}

/** A way to lock out a caller. */
export interface Way {
  credentials: 'token' | 'JWT' | 'secret'
  lockOut(world: World, caller: Caller): Promise<unknown>
  /** How many callers are locked out at most, if it takes long. */
  maximumCallers?: number
}

/** Keys in use are fetched every 30 s. */
const maximumWithdrawalMs = 60_000

/** A new party, to whom the case is given. */
const addParty = statement(
  `
with party as (
  insert into persons (kind, email, email_key, subject, firstname, active, blocked)
  select 'PARTY', e, e, e, 'Vera', true, false from (select 'victim-' || $1::bigint || '@torture.example') v (e)
  returning id, email
)
update cases c set party_id = party.id from party where c.id = $1::bigint
returning c.id, c.type_code, c.category_code, party.email`,
  { id: 'bigint', typeCode: 'text', categoryCode: 'text', email: 'text' },
)

let cases = 0

/** A case that no other victim has. */
const ownCase = ({ store }: World) => store.cases - cases++

/** A new party, or a touchpoint that creates sessions for the party. */
async function newCaller(world: World, credentials: Way['credentials']): Promise<Caller> {
  const { database, issuer, touchpoint } = world
  const [row] = await database.run(addParty, [ownCase(world)])
  const { email, ...caseOfParty } = row!
  if (credentials === 'secret') {
    const { id, secret } = await issuedSecret(database, touchpoint)
    const headers = { 'Service-Touchpoint': touchpoint, 'Service-Secret': secret }
    return { headers, id, email, attempt: (round) => createSessionAttempt(headers, email, round) }
  }
  const { id, token } = await createSession(database, { touchpoint, login: 'PARTY', email })
  const headers: Record<string, string> =
    credentials === 'token'
      ? { 'Service-Touchpoint': touchpoint, 'Service-Token': token }
      : { Authorization: `Bearer ${await issuer.sign({ sub: email, client_id: touchpoint, casegate_login: 'PARTY' })}` }
  return { headers, id, email, attempt: (round) => useCase(headers, caseOfParty, round) }
}

export async function newVictim(world: World, way: Way | ConfiguredWay): Promise<Victim> {
  if ('taken' in way) return newConfiguredVictim(world, way, ownCase(world))
  const { credentials, lockOut } = way
  const caller = await newCaller(world, credentials)
  return { attempt: caller.attempt, lockOut: () => lockOut(world, caller) }
}

const block: Way['lockOut'] = ({ ports, admin }, { email }) => {
  const client = new Client(() => ports[0]!)
  const input = { persons: [{ login: 'PARTY', email, blocked: true }] }
  return configure(client, admin, input).finally(() => client.close())
}

export const ways: Record<string, Way | ConfiguredWay> = {
  ...configuredWays,
  'a session is revoked with the command': {
    credentials: 'token',
    lockOut: ({ store }, { id }) => casegate(store, 'session', 'revoke', id),
  },
  'a person revokes all sessions': { credentials: 'token', lockOut: revokeOwn },
  'a person revokes all sessions with a JWT': { credentials: 'JWT', lockOut: revokeOwn },
  'a person is blocked': { credentials: 'token', lockOut: block },
  'a person with a JWT is blocked': { credentials: 'JWT', lockOut: block },
  'a secret is revoked': {
    credentials: 'secret',
    lockOut: ({ store }, { id }) => casegate(store, 'touchpoint', 'secret', 'revoke', id),
  },
  // The last one: until the servers fetch the keys again, they know no JWT of a later key.
  'a key is withdrawn': { credentials: 'JWT', lockOut: withdrawKey, maximumCallers: 1 },
}

function createSessionAttempt(headers: Record<string, string>, email: string, round: number): Attempt {
  const input = { login: 'PARTY', email, expiresIn: 60 }
  if (round % 2 === 0) return attempt({ method: 'POST', path: '/api/v4/sessions', headers, body: input })
  const query =
    'mutation ($input: CreateSessionInput!) { createSession(input: $input) { ... on CreateSessionPayload { token } } }'
  return attempt({ method: 'POST', path: '/graphql', headers, body: { query, variables: { input } } })
}

/** Revokes all sessions of the caller, through one of the servers. */
async function revokeOwn({ ports }: World, { headers }: Caller): Promise<void> {
  const query = 'mutation { revokeSessions(input: {}) { ... on RevokeSessionsPayload { revoked } } }'
  const { request, isAccepted } = attempt({ method: 'POST', path: '/graphql', headers, body: { query } })
  const client = new Client(() => ports[0]!)
  const { outcome, violation } = await client.send(request)
  client.close()
  if (!isAccepted()) throw new Error(`The sessions were not revoked: ${violation ?? outcome}`)
}

/** Withdraws the key of a JWT, and sends the JWT until each server has rejected it once. */
async function withdrawKey({ issuer, ports }: World, caller: Caller): Promise<void> {
  await issuer.rotate()
  issuer.withdraw()
  const startedAt = performance.now()
  await Promise.all(
    ports.map(async (port) => {
      const client = new Client(() => port)
      for (;;) {
        const { request, isAccepted } = caller.attempt(1)
        await client.send(request)
        if (isAccepted() === false) break
        if (performance.now() - startedAt > maximumWithdrawalMs) throw new Error('The key is still accepted.')
        await sleep(100)
      }
      client.close()
    }),
  )
}

async function casegate({ settings }: Store, ...args: string[]): Promise<string> {
  const { PATH = '' } = process.env
  const program = join(thisCheckout, 'bin/casegate.js')
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env: { PATH, ...settings } })
  return stdout
}

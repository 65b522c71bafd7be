import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { thisCheckout } from '../../bench/servers/server-process.ts'
import { createSession } from '../../src/auth/sessions.ts'
import type { Database } from '../../src/database/database.ts'
import { statement } from '../../src/database/statement.ts'
import type { Store } from '../stores.ts'
import { type Attempt, useCase } from '../attempt.ts'

export interface World {
  store: Store
  database: Database
  ports: readonly number[]
}

/** A caller who is locked out while sending requests. */
export interface Victim {
  attempt(round: number): Attempt
  /** Resolves when it is acknowledged that the caller is locked out. */
  lockOut(): Promise<unknown>
}

const touchpoint = 'tp1'

/** A new party, to whom the case is given. */
const addParty = statement(
  `
with party as (
  insert into persons (kind, email, email_key, firstname, active, blocked)
  select 'PARTY', e, e, 'Vera', true, false from (select 'victim-' || $1::bigint || '@torture.example') v (e)
  returning id, email
)
update cases c set party_id = party.id from party where c.id = $1::bigint
returning c.id, c.type_code, c.category_code, party.email`,
  { id: 'bigint', typeCode: 'text', categoryCode: 'text', email: 'text' },
  { writes: true },
)
const blockParty = statement('update persons set blocked = true where email = $1::text', {}, { writes: true })

let cases = 0

async function newParty({ database, store }: World) {
  const [row] = await database.run(addParty, [store.cases - cases++])
  const { email, ...ownCase } = row!
  const session = await createSession(database, { touchpoint, login: 'PARTY', email })
  const headers = { 'Service-Touchpoint': touchpoint, 'Service-Token': session.token }
  return { email, session, attempt: (round: number) => useCase(headers, ownCase, round) }
}

/** The ways to lock out a caller. */
export const victims: Record<string, (world: World) => Promise<Victim>> = {
  async 'a session is revoked with the command'(world) {
    const { session, attempt } = await newParty(world)
    return { attempt, lockOut: () => casegate(world.store, 'session', 'revoke', session.id) }
  },

  async 'a person is blocked'(world) {
    const { email, attempt } = await newParty(world)
    return { attempt, lockOut: () => world.database.run(blockParty, [email]) }
  },
}

async function casegate({ settings }: Store, ...args: string[]): Promise<string> {
  const { PATH = '' } = process.env
  const program = join(thisCheckout, 'bin/casegate.js')
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env: { PATH, ...settings } })
  return stdout
}

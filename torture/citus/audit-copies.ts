import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type CitusCluster, portOf } from '../../bench/servers/citus.ts'
import { withClient } from '../../bench/servers/database.ts'
import { checkEach, type CheckResult } from '../check-result.ts'
import type { Login, LoginLedger, Renaming } from './logins.ts'

const findLogins = `
select p.email_key as email, count(s.*)::int as sessions, count(s.revoked_at)::int as revoked
from persons p left join sessions s on s.person_id = p.id where p.email_key like 'login-%@torture.example' group by p.id`

const findRenamings = `
select change->>'to' as name from audit_events e, jsonb_array_elements(e.changes) change where change->>'to' like 'Torture %.'`

/** Compares the ledger of what every server has with the database. */
export async function auditLogins(client: pg.Client, changes: LoginLedger): Promise<CheckResult[]> {
  const { logins, renamings, wrongUses, olderReads, uses } = changes
  const { rows } = await client.query<{ email: string; sessions: number; revoked: number }>(findLogins)
  const persons = Map.groupBy(rows, ({ email }) => email)
  const { rows: names } = await client.query<{ name: string }>(findRenamings)
  const stored = Map.groupBy(names, ({ name }) => name)
  const { rows: keyRows } = await client.query<{ key: string }>(
    `select key from idempotency_keys where key like 'configure %'`,
  )
  const keys = Map.groupBy(keyRows, ({ key }) => key)
  const isWrong = ({ email, created, revoked, erased }: Login) => {
    const found = persons.get(email) ?? []
    const [person] = found
    if (erased === 'acknowledged') return found.length > 0
    if (erased === 'unknown' && !person) return false
    if (created === 'rejected' || created === 'unsent') return found.length > 0
    if (created === 'unknown') return found.length > 1 || (person !== undefined && person.sessions !== 1)
    if (found.length !== 1 || person!.sessions !== 1) return true
    if (revoked === 'acknowledged') return person!.revoked !== 1
    return revoked !== 'unknown' && person!.revoked > 0
  }
  const isRenamingWrong = ({ name, key, outcome }: Renaming) => {
    const times = stored.get(name)?.length ?? 0
    if (key !== undefined && (keys.get(key)?.length ?? 0) !== times) return true
    return outcome === 'acknowledged' ? times !== 1 : outcome === 'unknown' ? times > 1 : times > 0
  }
  const outcomes = (['acknowledged', 'rejected', 'unknown'] as const).map((each) => `${changes.count(each)} ${each}`)
  return [
    {
      ...checkEach(
        'a login, a revocation and an erasure are stored completely, or not at all after a 503',
        logins,
        isWrong,
        (login) => JSON.stringify([login, persons.get(login.email)]),
      ),
      note: `with renamings, ${outcomes.join(', ')}`,
    },
    checkEach(
      'a change of the configuration is stored once with its key, or not at all after a 503',
      renamings,
      isRenamingWrong,
      (each) => JSON.stringify([each, stored.get(each.name)?.length, keys.get(each.key ?? '')?.length]),
    ),
    checkEach(
      'all answers to a change of the configuration are the same',
      renamings,
      ({ answers }) => answers.size > 1,
      ({ answers }) => [...answers].join(' and '),
    ),
    {
      claim: 'tokens are accepted from the answer to their creation to the answer to their revocation',
      checked: uses,
      violations: wrongUses.length,
      example: wrongUses[0],
    },
    {
      claim: 'no read of the configuration is older than a change acknowledged before',
      checked: renamings.length,
      violations: olderReads.length,
      example: olderReads[0],
    },
  ]
}

/** The prepared transactions that are left after ten seconds. */
export async function checkPrepared({ servers }: CitusCluster): Promise<CheckResult> {
  const end = performance.now() + 10_000
  for (;;) {
    const left: string[] = []
    for (const server of servers) {
      const { rows } = await withClient(server.url('postgres'), (client) =>
        client.query<{ gid: string }>('select gid from pg_prepared_xacts'),
      )
      left.push(...rows.map(({ gid }) => `${gid} on port ${portOf(server)}`))
    }
    if (left.length === 0 || performance.now() > end) {
      return checkEach('no prepared transaction is left', left, () => true)
    }
    await sleep(200)
  }
}

/** Compares the copies of the tables that every server has. */
export async function checkCopies({ servers }: CitusCluster, database: string): Promise<CheckResult> {
  const differences = new Map<string, Set<string>>()
  for (const server of servers) {
    await withClient(server.url(database), async (client) => {
      const { rows: tables } = await client.query<{ name: string; copy: string }>(
        `select logicalrelid::text as name, format('%s_%s', logicalrelid, shardid) as copy
         from pg_dist_shard join pg_dist_partition using (logicalrelid) where repmodel = 't'`,
      )
      for (const { name, copy } of tables) {
        const { rows } = await client.query<{ sum: string }>(
          `select md5(string_agg(t::text, ' ' order by t::text)) as sum from ${copy} t`,
        )
        differences.set(name, (differences.get(name) ?? new Set()).add(String(rows[0]!.sum)))
      }
    })
  }
  return checkEach(
    'all servers have the same copies of tables',
    [...differences],
    ([, sums]) => sums.size > 1,
    ([name]) => name,
  )
}

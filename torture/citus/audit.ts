import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type CitusCluster, portOf } from '../../bench/servers/citus.ts'
import { withClient } from '../../bench/servers/database.ts'
import { checkEach, type CheckResult } from '../check-result.ts'
import type { Entry, Ledger } from './ledger.ts'

/** The ports of the workers that have these cases. */
export async function workersOf(client: pg.Client, cases: number): Promise<Map<number, number>> {
  const { rows } = await client.query<{ id: number; port: number }>(
    `select i as id, n.nodeport as port from generate_series(1, ${cases}) i
     join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('cases', i)
     join pg_dist_node n on n.groupid = p.groupid`,
  )
  return new Map(rows.map(({ id, port }) => [id, port]))
}

const findComments = `
select c.text, c.case_id::float as id, e.kind from case_comments c
left join case_events e on e.case_id = c.case_id and e.version = c.version where c.text like 'torture %'`

const findTaken = `
select case_id::float as id, count(*)::int from case_events where kind = 'ASSIGNED' group by case_id`

const findWrongVersions = `
select c.id, c.version, e.number from cases c
left join (select case_id, count(*) as number from case_events group by case_id) e on e.case_id = c.id
where c.version is distinct from e.number`

/** Compares the ledger with the database. */
export async function audit(client: pg.Client, { entries, ...ledger }: Ledger): Promise<CheckResult[]> {
  const stored = await client.query<{ text: string; id: number; kind: string | null }>(findComments)
  const comments = Map.groupBy(stored.rows, ({ text }) => text)
  const { rows: takenRows } = await client.query<{ id: number; count: number }>(findTaken)
  const taken = new Map(takenRows.map(({ id, count }) => [id, count]))
  const { rows: wrongVersions } = await client.query(findWrongVersions)
  const { rows: keyRows } = await client.query<{ key: string }>('select key from idempotency_keys')
  const keys = new Map([...Map.groupBy(keyRows, ({ key }) => key)].map(([key, rows]) => [key, rows.length]))

  const kinds = { update: 'UPDATED', create: 'CREATED', take: 'ASSIGNED' }
  const timesWritten = ({ text }: Entry) => (comments.get(text) ?? []).length
  const isComplete = (entry: Entry) =>
    (comments.get(entry.text) ?? []).every(
      ({ id, kind }) => kind === kinds[entry.kind] && (entry.caseId === undefined || id === entry.caseId),
    )
  const describe = ({ kind, key = 'no key', text, caseId }: Entry) => `${kind} ${text} with ${key}, case ${caseId}`
  const [takes, changes] = [
    entries.filter(({ kind }) => kind === 'take'),
    entries.filter(({ kind }) => kind !== 'take'),
  ]
  const acknowledged = changes.filter(({ outcome }) => outcome === 'acknowledged')
  const rejected = changes.filter(({ outcome }) => outcome === 'rejected')
  const unknown = changes.filter(({ outcome }) => outcome === 'unknown')
  const acknowledgedTakes = takes.filter(({ outcome, caseId }) => outcome === 'acknowledged' && caseId !== undefined)
  const uncertainTakes = takes.filter(({ outcome }) => outcome === 'unknown')
  const takenIds = acknowledgedTakes.map(({ caseId }) => caseId!)
  const tooMany = [...taken.values()].reduce((sum, count) => sum + count, 0) - takenIds.length

  return [
    checkEach(
      'an acknowledged change is stored once, with its event',
      acknowledged,
      (entry) => timesWritten(entry) !== 1 || !isComplete(entry),
      (entry) => `${describe(entry)}: ${timesWritten(entry)} times`,
    ),
    checkEach('a change rejected with 503 is not stored', rejected, (entry) => timesWritten(entry) > 0, describe),
    {
      ...checkEach(
        'a change with unknown outcome is stored once or not at all',
        unknown,
        (entry) => timesWritten(entry) > 1 || !isComplete(entry),
        describe,
      ),
      note: `${unknown.filter((entry) => timesWritten(entry) > 0).length} stored`,
    },
    checkEach('each request for the next case takes another case', takenIds, (id) => taken.get(id) !== 1),
    {
      claim: 'no more cases are taken than requested',
      checked: takes.length,
      violations: takenIds.length - new Set(takenIds).size + (tooMany > uncertainTakes.length ? tooMany : 0),
      note: `${tooMany} of ${uncertainTakes.length} with unknown outcome`,
    },
    checkEach(
      'a key is stored once, with its change',
      changes.filter(({ key }) => key !== undefined),
      (entry) => (keys.get(entry.key!) ?? 0) !== timesWritten(entry),
      (entry) => `${describe(entry)}: ${keys.get(entry.key!) ?? 0} keys, ${timesWritten(entry)} changes`,
    ),
    checkEach(
      'all answers to a change are the same',
      entries,
      ({ answers }) => answers.size > 1,
      ({ answers }) => [...answers].join(' and '),
    ),
    {
      claim: 'the version of a case is its number of events',
      checked: ledger.versions.size,
      violations: wrongVersions.length,
      example: JSON.stringify(wrongVersions[0]),
    },
    {
      claim: 'no read returns an older version than one acknowledged before',
      checked: ledger.reads,
      violations: ledger.olderReads.length,
      example: ledger.olderReads[0],
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

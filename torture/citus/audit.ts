import type pg from 'pg'
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

interface StoredComment {
  text: string
  id: number
  version: number
  /** The kind of its event; null if it has none. */
  kind: string | null
}

const findComments = `
select c.text, c.case_id::float as id, c.version, e.kind from case_comments c
left join case_events e on e.case_id = c.case_id and e.version = c.version where c.text like 'torture %'`

const findAssignments = `
select case_id::float as id, count(*)::int, max(version)::int as version from case_events where kind = 'ASSIGNED' group by case_id`

const findWrongVersions = `
select c.id, c.version, e.number from cases c
left join (select case_id, count(*) as number from case_events group by case_id) e on e.case_id = c.id
where c.version is distinct from e.number`

const findKeys = `select key, case_id::float as id, version from idempotency_keys where key like 'key %'`

const findCases = 'select id::float, assignee_id::float as assignee, party_id::float as party from cases'

const findParties = `select email_key as email, id::float from persons where email_key like 'party-%@torture.example'`

const kinds = { update: 'UPDATED', create: 'CREATED', register: 'CREATED', comment: 'COMMENTED', assign: '', take: '' }

/** Compares the ledger with the database. */
export async function audit(client: pg.Client, ledger: Ledger): Promise<CheckResult[]> {
  const rowsOf = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows
  const comments = Map.groupBy(await rowsOf<StoredComment>(findComments), ({ text }) => text)
  const assignments = new Map(
    (await rowsOf<{ id: number; count: number; version: number }>(findAssignments)).map((row) => [row.id, row]),
  )
  const keys = Map.groupBy(
    await rowsOf<{ key: string; id: number | null; version: number }>(findKeys),
    ({ key }) => key,
  )
  const cases = new Map(
    (await rowsOf<{ id: number; assignee: number; party: number }>(findCases)).map((row) => [row.id, row]),
  )
  const parties = Map.groupBy(await rowsOf<{ email: string; id: number }>(findParties), ({ email }) => email)
  const wrongVersions = await rowsOf(findWrongVersions)

  /** What is stored of a change: its case and version, as often as it is stored. */
  function storedOf({ kind, text, caseId }: Entry): { id: number; version: number; kind: string | null }[] {
    if (text !== '') return comments.get(text) ?? []
    const found = caseId === undefined ? undefined : assignments.get(caseId)
    return Array.from({ length: found?.count ?? 0 }, () => ({ ...found!, kind: kinds[kind] }))
  }
  const timesWritten = (entry: Entry) => storedOf(entry).length
  const isComplete = (entry: Entry) =>
    storedOf(entry).every(
      ({ id, version, kind }) =>
        (kinds[entry.kind] === '' || kind === kinds[entry.kind]) &&
        (entry.caseId === undefined || id === entry.caseId) &&
        (entry.version === undefined || version === entry.version),
    )
  const describe = (entry: Entry) =>
    `${entry.kind} ${entry.text} with ${entry.key ?? 'no key'}, case ${entry.caseId}, version ${entry.version}: ` +
    `${entry.outcome}, ${timesWritten(entry)} times, ${JSON.stringify(storedOf(entry)[0])}`
  const sent = ledger.entries.filter(({ outcome }) => outcome !== 'unsent')
  const takes = sent.filter(({ kind }) => kind === 'take')
  const changes = sent.filter(({ kind }) => kind !== 'take')
  const withOutcome = (outcome: Entry['outcome']) => changes.filter((entry) => entry.outcome === outcome)
  const taken = takes.filter(({ caseId }) => caseId !== undefined)
  const assigned = new Set(changes.flatMap(({ kind, caseId }) => (kind === 'assign' ? (caseId ?? []) : [])))
  const allTaken = [...assignments.values()]
    .filter(({ id }) => !assigned.has(id))
    .reduce((sum, { count }) => sum + count, 0)
  const uncertain = takes.filter(({ outcome }) => outcome === 'unknown').length
  const keyed = sent.filter(({ key }) => key !== undefined)
  const keysOf = ({ key }: Entry) => keys.get(key!) ?? []
  const isKeyWrong = (entry: Entry) => {
    const found = keysOf(entry)
    if (entry.outcome === 'acknowledged' && found.length !== 1) return true
    if (entry.outcome === 'rejected' && found.length > 0) return true
    if (entry.kind !== 'take' && found.length !== timesWritten(entry)) return true
    return found.some(
      ({ id, version }) => entry.version !== undefined && (id !== entry.caseId || version !== entry.version),
    )
  }
  const registrations = sent.filter(({ kind }) => kind === 'register')
  const isPartyWrong = (entry: Entry) => {
    const found = parties.get(entry.partyEmail!) ?? []
    const [written] = storedOf(entry)
    return written ? found.length !== 1 || cases.get(written.id)?.party !== found[0]!.id : found.length > 0
  }

  return [
    {
      ...checkEach(
        'an acknowledged change is stored once, with its event and version',
        withOutcome('acknowledged'),
        (entry) => timesWritten(entry) !== 1 || !isComplete(entry),
        describe,
      ),
      note: countKinds(withOutcome('acknowledged')),
    },
    checkEach(
      'a change rejected with 503 is not stored',
      withOutcome('rejected'),
      (entry) => timesWritten(entry) > 0,
      describe,
    ),
    {
      ...checkEach(
        'a change with unknown outcome is stored once or not at all',
        withOutcome('unknown'),
        (entry) => timesWritten(entry) > 1 || !isComplete(entry),
        describe,
      ),
      note: `${withOutcome('unknown').filter((entry) => timesWritten(entry) > 0).length} stored`,
    },
    checkEach(
      'each request for the next case takes another case, for its caller',
      taken,
      ({ caseId, caller }) =>
        assignments.get(caseId!)?.count !== 1 || `bench-session-${cases.get(caseId!)?.assignee}` !== caller.token,
      describe,
    ),
    {
      claim: 'no more cases are taken than requested',
      checked: takes.length,
      violations:
        taken.length -
        new Set(taken.map(({ caseId }) => caseId)).size +
        (allTaken - taken.length > uncertain ? allTaken - taken.length : 0),
      note: `${allTaken - taken.length} of ${uncertain} with unknown outcome`,
    },
    checkEach(
      'a key is stored once, with its change',
      keyed,
      isKeyWrong,
      (entry) => `${describe(entry)}: ${JSON.stringify(keysOf(entry))}`,
    ),
    checkEach('a new party is stored once, with its case', registrations, isPartyWrong, describe),
    checkEach(
      'all answers to a change are the same',
      sent,
      ({ answers }) => answers.size > 1,
      ({ answers }) => [...answers].join(' and '),
    ),
    {
      claim: 'the version of a case is its number of events',
      checked: cases.size,
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

function countKinds(entries: readonly Entry[]): string {
  return [...Map.groupBy(entries, ({ kind }) => kind)].map(([kind, found]) => `${found.length} ${kind}`).join(', ')
}

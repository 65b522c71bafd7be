import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../../src/viewer/viewer.ts'
import { CatalogueStore } from '../../../src/catalogue/catalogue-store.ts'
import type { CaseFilter } from '../../../src/cases/list/case-filter.ts'
import { type CaseOrder, listCases } from '../../../src/cases/list/case-list.ts'
import { type ListAccess, loadListAccess } from '../../../src/cases/list/list-scope.ts'
import type { RequestContext } from '../../../src/context.ts'
import type { Database } from '../../../src/database/database.ts'
import type { Statement } from '../../../src/database/statements/statement.ts'
import { databaseKind, freshDatabase, sql } from '../../support/database/database.ts'

// 500 types with 4 categories each. The operator "few" has 20 old cases, "granted" the touchpoint
// with 480 type categories.
const data = `
  set session_replication_role = replica;
  insert into case_categories select 'C' || i, 'C', true, false from generate_series(0, 3) i;
  insert into case_types select 'T' || i, 'T', true from generate_series(0, 499) i;
  insert into case_type_categories select 'T' || i, 'C' || j, true, true, null
    from generate_series(0, 499) i, generate_series(0, 3) j;
  insert into touchpoints values ('granted', 'Granted', false);
  insert into touchpoint_grants select 'granted', 'T' || i, 'C' || i % 4, true from generate_series(0, 479) i;
  insert into persons (id, kind, email, email_key, firstname, active, blocked) overriding system value
    select i, case when i > 9900 then 'PARTY' else 'OPERATOR' end, i || '@x', i || '@x', 'P', true, false
    from generate_series(9000, 9999) i;
  insert into operator_groups (id, name, active) overriding system value
    select i, 'G' || i, true from generate_series(9000, 9099) i;
  insert into operator_types select 9001, 'T' || i from generate_series(0, 499) i;
  insert into sessions (token_hash, touchpoint_code, person_id)
    select sha256(token::bytea), touchpoint, person
    from (values ('wide', 'desk', 9001), ('few', 'desk', 9002), ('granted', 'granted', 9003), ('party', 'web', 9905))
      s (token, touchpoint, person);
  insert into cases (id, version, type_code, category_code, status, resolution, case_data, party_id, assignee_id,
      group_id, created_at, updated_at, priority, customer_waiting_since, latest_comment_version,
      latest_comment_author_id)
    select 100000 + i, 1, 'T' || i % 500, 'C' || i / 500 % 4,
      case when i > 59900 then 'Closed' else (array['New', 'Open', 'Waiting'])[1 + i % 3] end,
      case when i > 59900 then 'Duplicate' else 'Unresolved' end, '{}', 9901 + i % 99,
      case when i between 59001 and 59020 then 9002 when i % 10 > 0 then 9010 + i % 800 end,
      case when i % 10 = 0 and i < 59000 then 9000 + i / 10 % 100 end,
      now() - i * interval '1 minute', now() - i * interval '1 minute',
      case when i between 59101 and 59120 then 'URGENT' else 'NORMAL' end,
      case when i between 30001 and 30030 or i > 59000 and i <= 59900 then now() - i * interval '1 minute' end,
      1, case when i between 59001 and 59005 then 9901 end
    from generate_series(1, 60000) i;
  insert into case_events (case_id, version, kind, at, changes)
    select id, 1, 'IMPORTED', now(), '[]' from cases where id > 100000;
  insert into case_comments (case_id, version, position, text, internal)
    select id, 1, 1, 'Comment ' || id, false from cases where id > 100000;
  set session_replication_role = origin;
  analyze`

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const filters: Record<string, CaseFilter> = {
  'no filter': {},
  'a common status': { status: ['Open'] },
  'a rare status': { status: ['Closed'] },
  'no status': { status: ['nothing'] },
  closed: { closed: true },
  'not closed': { closed: false },
  'a rare resolution': { resolution: ['Duplicate'] },
  'a rare priority': { priority: ['HIGH', 'URGENT'] },
  'the usual priority': { priority: ['NORMAL'] },
  unread: { unread: true },
  'who waits': { customerWaiting: true },
  'who does not wait': { customerWaiting: false },
  'a type': { typeCode: ['T7'] },
  'a type and its category': { typeCode: ['T7'], categoryCode: ['C1'] },
  'a category': { categoryCode: ['C1'] },
  'own assignment': { assignedToMe: true },
  'own unread': { assignedToMe: true, unread: true },
  'others assignment': { assignedToMe: false },
  'an assignee': { assigneeEmail: '9010@x' },
  'no assignment': { unassigned: true },
  'any assignment': { unassigned: false },
  'a group': { groupName: ['G9007'] },
  'a party': { partyEmail: '9905@x' },
  'a time of creation': { createdAfter: ago(50_100), createdBefore: ago(50_000) },
  'a time of change': { updatedAfter: ago(50_100), updatedBefore: ago(50_000) },
  'a common word': { text: 'comment' },
  'a rare word': { text: '150000' },
  'the start of rare words': { text: '15000' },
  'a customer': { search: '9905@' },
  'a customer or a common word': { search: 'comment' },
  several: { closed: false, groupName: ['G9007'], text: 'comment' },
}
const viewers = [
  ['an operator who sees almost all cases', 'wide'],
  ['an operator who sees 20 old cases', 'few'],
  ['an operator with 480 granted type categories', 'granted'],
  ['a party', 'party'],
] as const
const orders: CaseOrder[] = ['CREATED_ASC', 'UPDATED_DESC', 'WAITING_LONGEST']

interface Plan {
  'Node Type': string
  'Total Cost': number
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** What EXPLAIN returns. The settings are those that the plan depends on and that are not PostgreSQL's defaults. */
interface Explained {
  Plan: Plan
  Settings?: Record<string, string>
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

function rowsRead(node: Plan): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node
  return (node['Actual Rows'] + filtered + rechecked) * node['Actual Loops']
}

/** A scan reads this many cases at most. */
const scannedCases = 10_000
/** PostgreSQL's default of jit_above_cost. */
const compiledFromCost = 100_000

// The embedded store makes the same plans but takes much longer to fill.
// The plans are those of one server, and the data is prepared without its foreign keys.
describe.runIf(databaseKind === 'postgresql')('the list of cases', () => {
  let database: Database
  let catalogue: CatalogueStore

  beforeAll(async () => {
    database = await freshDatabase()
    for (const command of data.split(';')) await sql(database, command)
    catalogue = new CatalogueStore(database)
  })

  /** A database that explains each statement before it runs. */
  function explainingDatabase() {
    const explained: Explained[] = []
    return {
      ...database,
      explained,
      async run<Row>(statement: Statement<Row>, values: readonly unknown[] = []) {
        const explain = `explain (analyze, settings, timing off, format json) ${statement.text}`
        const [row] = await sql<{ 'QUERY PLAN': Explained[] }>(database, explain, [...values])
        explained.push(row!['QUERY PLAN'][0]!)
        return database.run(statement, values)
      },
    }
  }

  /** The page, and how PostgreSQL executed its statements. */
  async function read(scope: ListAccess, filter: CaseFilter, order: CaseOrder) {
    const explaining = explainingDatabase()
    const context = { services: { catalogue } } as RequestContext
    const page = { after: undefined, before: undefined, limit: 51, inverted: false }
    return {
      rows: await listCases(context, { ...scope, server: explaining }, filter, order, page),
      explained: explaining.explained,
    }
  }
  const readingCases = ({ Plan }: Explained) => nodesOf(Plan).filter((node) => node['Relation Name'] === 'cases')

  /** What reads too much, if anything: all of a table, or many cases. */
  async function excesses(token: string, filter: CaseFilter): Promise<string[]> {
    const scope = await loadListAccess({ database, replicas: undefined }, hashToken(token))
    const found: string[] = []
    for (const order of orders) {
      const { rows, explained } = await read(scope!, filter, order)
      const nodes = explained.flatMap(readingCases)
      if (nodes.some((node) => node['Node Type'] === 'Seq Scan')) found.push(`${token}, ${order}: Seq Scan`)
      const total = nodes.map(rowsRead).reduce((sum, read) => sum + read, 0)
      // A page that is not full was searched for among the few cases that match one of the conditions.
      if (total > scannedCases + 1_000) found.push(`${token}, ${order}: ${total} cases read for ${rows.length}`)
    }
    return found
  }

  describe.each(viewers)('of %s', (_name, token) => {
    test.each(Object.entries(filters))('is read through indexes with %s', async (_filter, filter) => {
      expect(await excesses(token, filter)).toEqual([])
    })
  })

  // PostgreSQL estimates prefixes only if it knows at least 100 common words.
  test('is read through indexes with the start of a common word', async () => {
    await sql(database, `update case_comments set text = text || ' word' || case_id % 200 where case_id > 100000`)
    await sql(database, 'analyze case_comments')
    for (const [, token] of viewers) expect(await excesses(token, { text: 'comm' })).toEqual([])
  })

  // Like a database that was restored from a dump: PostgreSQL expects thousands of rows in tables that have ten.
  test('is not compiled, even without statistics', async () => {
    const tables = `relnamespace = 'public'::regnamespace`
    await sql(database, `update pg_class set reltuples = -1, relpages = 0 where ${tables}`)
    await sql(database, 'delete from pg_statistic')
    const explaining = explainingDatabase()
    const scope = await loadListAccess({ database: explaining, replicas: undefined }, hashToken('wide'))
    const page = await read(scope!, {}, 'UPDATED_DESC')
    const explained = [...explaining.explained, ...page.explained]
    expect(page.rows).toHaveLength(51)
    expect(Math.max(...explained.map(({ Plan }) => Plan['Total Cost']))).toBeGreaterThan(compiledFromCost)
    expect(explained.map(({ Settings }) => Settings?.['jit'])).toEqual(explained.map(() => 'off'))
  })
})

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { type Queryable, statement } from '../../src/database/statement.ts'
import { type Credentials, olga, omarAtPartner, paula } from '../support/requests/credentials.ts'
import { sql } from '../support/database/database.ts'
import type { Face, LookupRecord, LookupRequest } from '../support/requests/face.ts'
import { graphqlFace } from '../support/requests/graphql-face.ts'
import { databaseUrl } from '../support/database/postgres-server.ts'
import { restFace } from '../support/requests/rest-face.ts'
import { useServer } from '../support/server/server.ts'

const opened: Database[] = []
afterAll(async () => {
  for (const database of opened) await database.close()
})

// Two servers on one database, and an administrator with separate connections.
const first = useServer()
const second = useServer({ database: () => reopen(first.database) })
const faces = [first, second].flatMap((server) => [restFace(server), graphqlFace(server)])
let administrator: Database

beforeAll(async () => {
  administrator = await reopen(first.database)
  await sql(administrator, 'create table kept_grants as select * from touchpoint_grants')
})

/** Opens the same database again. The embedded store has a single connection, which is reused. */
async function reopen(database: Database): Promise<Database> {
  const templates = inject('templates')
  if (templates.kind === 'embedded') return database
  const [row] = await sql<{ name: string }>(database, 'select current_database() as name')
  const url = databaseUrl(templates.url, row?.name ?? '')
  const again = await openPostgres({ kind: 'postgresql', url, poolSize: 2, preparedStatements: true })
  opened.push(again)
  return again
}

type Observation = (face: Face) => Promise<unknown>

const lookup =
  (request: LookupRequest, seen: keyof LookupRecord): Observation =>
  async (face) => {
    const outcome = await face.lookup(request)
    return outcome.outcome === 'ok' ? outcome.records.map((record) => record[seen]) : outcome.code
  }
const refunds: LookupRequest = { caseTypeCode: 'REFUND' }
const hasRefunds = lookup(refunds, 'caseTypeCode')

/** The outcome of an update of a new case: 'ok' or the code. */
const update =
  (body: object, values: Parameters<typeof first.addCase>[0] = {}, caller: Credentials = olga): Observation =>
  async (face) => {
    const id = await first.addCase(values)
    const codes = { categoryCode: values.categoryCode ?? 'BILLING', typeCode: values.typeCode ?? 'REFUND' }
    const outcome = await face.update({ ...caller, id, body: { ...codes, ...body } })
    return outcome.outcome === 'ok' ? 'ok' : outcome.code
  }
const incident = {
  typeCode: 'INCIDENT',
  categoryCode: 'NETWORK',
  status: 'New',
  caseData: { severity: 2, signalDbm: -97.5, lineDown: true },
}
const toRefund = update(
  { typeCode: 'REFUND', caseData: { amount: 12, invoiceCount: 1, goodwill: false } },
  { typeCode: 'QUESTION' },
)

interface Change {
  change: string
  undo: string
  observe: Observation
  before: unknown
  after: unknown
}

/** Clears a flag, which removes refunds from the lookup. */
function flag(table: string, column: string, key: string, value = 'REFUND'): Change {
  const set = (to: boolean) => `update ${table} set ${column} = ${to} where ${key} = '${value}'`
  return { change: set(false), undo: set(true), observe: hasRefunds, before: ['REFUND'], after: [] }
}

const changes: Record<string, Change> = {
  "a type's name": {
    change: `update case_types set name = 'Money back' where code = 'REFUND'`,
    undo: `update case_types set name = 'Refund' where code = 'REFUND'`,
    observe: lookup(refunds, 'caseTypeName'),
    before: ['Refund'],
    after: ['Money back'],
  },
  "a category's name": {
    change: `update case_categories set name = 'Money' where code = 'BILLING'`,
    undo: `update case_categories set name = 'Billing and payments' where code = 'BILLING'`,
    observe: lookup(refunds, 'caseCategoryName'),
    before: ['Billing and payments'],
    after: ['Money'],
  },
  "a type category's visibility": {
    ...flag('case_type_categories', 'app_visible', 'type_code'),
    observe: lookup({ ...refunds, visibility: 'app' }, 'caseTypeCode'),
  },
  "a type's active flag": flag('case_types', 'active', 'code'),
  "a category's active flag": flag('case_categories', 'active', 'code', 'BILLING'),
  "a type category's active flag": flag('case_type_categories', 'active', 'type_code'),
  'the active flag of the target type category of a move': {
    change: `update case_type_categories set active = false where (type_code, category_code) = ('QUESTION', 'BILLING')`,
    undo: `update case_type_categories set active = true where (type_code, category_code) = ('QUESTION', 'BILLING')`,
    observe: update({ typeCode: 'QUESTION' }),
    before: 'ok',
    after: 'InvalidCode',
  },
  'the system flag of a category': {
    change: `update case_categories set system = true where code = 'BILLING'`,
    undo: `update case_categories set system = false where code = 'BILLING'`,
    observe: update({ status: 'New' }),
    before: 'ok',
    after: 'CategorySystemNode',
  },
  'a revoked grant': {
    change: `delete from touchpoint_grants where touchpoint_code = 'web' and type_code = 'REFUND'`,
    undo: `insert into touchpoint_grants values ('web', 'REFUND', 'BILLING', false)`,
    observe: hasRefunds,
    before: ['REFUND'],
    after: [],
  },
  'a grant of every type category': {
    change: `update touchpoints set all_type_categories = true where code = 'web'`,
    undo: `update touchpoints set all_type_categories = false where code = 'web'`,
    observe: lookup({ ...paula, caseTypeCode: 'OUTAGE' }, 'caseTypeCode'),
    before: [],
    after: ['OUTAGE'],
  },
  "a grant's modifyCases": {
    change: `update touchpoint_grants set modify_cases = false where touchpoint_code = 'partner'`,
    undo: `update touchpoint_grants set modify_cases = true where touchpoint_code = 'partner'`,
    observe: update({ status: 'Open' }, incident, omarAtPartner),
    before: 'ok',
    after: 'invalidId',
  },
  'a deactivated resolution': {
    change: `update case_resolutions set active = false where name = 'Fixed'`,
    undo: `update case_resolutions set active = true where name = 'Fixed'`,
    observe: update({ resolution: 'Fixed' }),
    before: 'ok',
    after: 'InvalidName',
  },
  'a transition': {
    change: `insert into case_status_transitions values ('Open', 'New')`,
    undo: `delete from case_status_transitions where from_status = 'Open'`,
    observe: update({ status: 'Resolved' }),
    before: 'ok',
    after: 'InvalidName',
  },
  "a field's bounds": {
    change: `update case_type_fields set maximum = 11.99 where (type_code, name) = ('REFUND', 'amount')`,
    undo: `update case_type_fields set maximum = 100000 where (type_code, name) = ('REFUND', 'amount')`,
    observe: toRefund,
    before: 'ok',
    after: 'invalidCaseField',
  },
  'a new field': {
    change: `insert into case_type_fields values ('REFUND', 'iban', 4, 'Has an IBAN', 'BOOLEAN')`,
    undo: `delete from case_type_fields where name = 'iban'`,
    observe: toRefund,
    before: 'ok',
    after: 'invalidCaseField',
  },
  'a TRUNCATE of the transitions': {
    change: 'truncate case_status_transitions',
    undo: `insert into case_status_transitions values ('Closed', 'Open')`,
    observe: update({ status: 'New' }, { status: 'Closed' }),
    before: 'InvalidName',
    after: 'ok',
  },
  'a TRUNCATE of the grants': {
    change: 'truncate touchpoint_grants',
    undo: 'insert into touchpoint_grants select * from kept_grants',
    observe: hasRefunds,
    before: ['REFUND'],
    after: [],
  },
}

describe('the next request to any server sees a change of the catalogue by plain SQL:', () => {
  test.each(Object.entries(changes))('%s', async (_what, { change, undo, observe, before, after }) => {
    for (const face of faces) {
      expect(await observe(face)).toEqual(before)
      await sql(administrator, change)
      expect(await observe(face)).toEqual(after)
      await sql(administrator, undo)
      expect(await observe(face)).toEqual(before)
    }
  })

  test('a new status', async () => {
    for (const [index, face] of faces.entries()) {
      const isTaken = update({ status: `Parked ${index}` })
      expect(await isTaken(face)).toBe('InvalidName')
      await sql(administrator, `insert into case_statuses values ('Parked ${index}', true, false, false)`)
      expect(await isTaken(face)).toBe('ok')
    }
  })
})

describe('the revision', () => {
  const readRevision = statement('select revision from catalogue_revision', { revision: 'uuid' })
  const revision = async (database: Queryable = administrator) => (await database.run(readRevision))[0]?.revision

  test.each([
    ['case_categories', 'name'],
    ['case_types', 'name'],
    ['case_type_fields', 'label'],
    ['case_type_categories', 'active'],
    ['case_statuses', 'active'],
    ['case_status_transitions', 'to_status'],
    ['case_resolutions', 'active'],
    ['touchpoints', 'name'],
    ['touchpoint_grants', 'modify_cases'],
  ])('is renewed by every kind of statement on %s, until it is rolled back', async (table, column) => {
    const before = await revision()
    const commands = [
      `insert into ${table} select * from ${table} where false`,
      `update ${table} set ${column} = ${column}`,
      `delete from ${table} where false`,
      `truncate ${table} cascade`,
    ]
    const seen = new Set([before])
    const undone = administrator.transaction(async (transaction) => {
      for (const command of commands) {
        await transaction.run(statement(command))
        seen.add(await revision(transaction))
      }
      throw new Error('Roll back.')
    })
    await expect(undone).rejects.toThrow('Roll back.')
    expect(seen.size).toBe(commands.length + 1)
    expect(await revision()).toBe(before)
  })

  test('does not change with cases', async () => {
    const before = await revision()
    for (const face of faces) expect(await update({ status: 'New', resolution: 'Fixed' })(face)).toBe('ok')
    expect(await revision()).toBe(before)
  })
})

import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { type Queryable, statement } from '../../src/database/statements/statement.ts'
import type { Face, LookupRecord, LookupRequest } from '../support/requests/face.ts'
import { graphqlFace } from '../support/requests/graphql-face.ts'
import { databaseUrl } from '../support/database/postgres-server.ts'
import { restFace } from '../support/requests/rest-face.ts'
import { openUntilEnd, sql } from '../support/database/database.ts'
import { type Credentials, olga, omarAtPartner, paula } from '../support/requests/credentials.ts'
import { useServer } from '../support/server/server.ts'

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
  return openUntilEnd(databaseUrl(templates.url, row?.name ?? ''), { poolSize: 2 })
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
const caseData = { severity: 2, signalDbm: -97.5, lineDown: true }
const incident = { typeCode: 'INCIDENT', categoryCode: 'NETWORK', status: 'New', caseData }
const refundData = { amount: 12, invoiceCount: 1, goodwill: false }
const toRefund = update({ typeCode: 'REFUND', caseData: refundData }, { typeCode: 'QUESTION' })

type Change = { change: string; undo: string; observe: Observation; before: unknown; after: unknown }

/** What is observed before and after a change. */
const seen = (observe: Observation, before: unknown, after: unknown) => ({ observe, before, after })
/** The parts of a change that sets a value, and of one that sets it back. */
const set = (table: string, column: string, where: string, before: string, after: string) => {
  const to = (value: string) => `update ${table} set ${column} = ${value} where ${where}`
  return { change: to(after), undo: to(before) }
}
/** Clears a flag, which removes refunds from the lookup. */
const flag = (table: string, column: string, where = `type_code = 'REFUND'`): Change => {
  return { ...set(table, column, where, 'true', 'false'), ...seen(hasRefunds, ['REFUND'], []) }
}

const refund = `code = 'REFUND'`
const billing = `code = 'BILLING'`
const question = `(type_code, category_code) = ('QUESTION', 'BILLING')`
const amount = `(type_code, name) = ('REFUND', 'amount')`

const changes: Record<string, Change> = {
  "a type's name": {
    ...set('case_types', 'name', refund, `'Refund'`, `'Money back'`),
    ...seen(lookup(refunds, 'caseTypeName'), ['Refund'], ['Money back']),
  },
  "a category's name": {
    ...set('case_categories', 'name', billing, `'Billing and payments'`, `'Money'`),
    ...seen(lookup(refunds, 'caseCategoryName'), ['Billing and payments'], ['Money']),
  },
  "a type category's visibility": {
    ...flag('case_type_categories', 'app_visible'),
    observe: lookup({ ...refunds, visibility: 'app' }, 'caseTypeCode'),
  },
  "a type's active flag": flag('case_types', 'active', refund),
  "a category's active flag": flag('case_categories', 'active', billing),
  "a type category's active flag": flag('case_type_categories', 'active'),
  'the active flag of the target type category of a move': {
    ...set('case_type_categories', 'active', question, 'true', 'false'),
    ...seen(update({ typeCode: 'QUESTION' }), 'ok', 'InvalidCode'),
  },
  'the system flag of a category': {
    ...set('case_categories', 'system', billing, 'false', 'true'),
    ...seen(update({ status: 'New' }), 'ok', 'CategorySystemNode'),
  },
  'a revoked grant': {
    change: `delete from touchpoint_grants where touchpoint_code = 'web' and type_code = 'REFUND'`,
    undo: `insert into touchpoint_grants values ('web', 'REFUND', 'BILLING', false)`,
    ...seen(hasRefunds, ['REFUND'], []),
  },
  'a grant of every type category': {
    ...set('touchpoints', 'all_type_categories', `code = 'web'`, 'false', 'true'),
    ...seen(lookup({ ...paula, caseTypeCode: 'OUTAGE' }, 'caseTypeCode'), [], ['OUTAGE']),
  },
  "a grant's modifyCases": {
    ...set('touchpoint_grants', 'modify_cases', `touchpoint_code = 'partner'`, 'true', 'false'),
    ...seen(update({ status: 'Open' }, incident, omarAtPartner), 'ok', 'invalidId'),
  },
  'a deactivated resolution': {
    ...set('case_resolutions', 'active', `name = 'Fixed'`, 'true', 'false'),
    ...seen(update({ resolution: 'Fixed' }), 'ok', 'InvalidName'),
  },
  'a transition': {
    change: `insert into case_status_transitions values ('Open', 'New')`,
    undo: `delete from case_status_transitions where from_status = 'Open'`,
    ...seen(update({ status: 'Resolved' }), 'ok', 'InvalidName'),
  },
  "a field's bounds": {
    ...set('case_type_fields', 'maximum', amount, '100000', '11.99'),
    ...seen(toRefund, 'ok', 'invalidCaseField'),
  },
  'a new field': {
    change: `insert into case_type_fields values ('REFUND', 'iban', 4, 'Has an IBAN', 'BOOLEAN')`,
    undo: `delete from case_type_fields where name = 'iban'`,
    ...seen(toRefund, 'ok', 'invalidCaseField'),
  },
  'a TRUNCATE of the transitions': {
    change: 'truncate case_status_transitions',
    undo: `insert into case_status_transitions values ('Closed', 'Open')`,
    ...seen(update({ status: 'New' }, { status: 'Closed' }), 'InvalidName', 'ok'),
  },
  'a TRUNCATE of the grants': {
    change: 'truncate touchpoint_grants',
    undo: 'insert into touchpoint_grants select * from kept_grants',
    ...seen(hasRefunds, ['REFUND'], []),
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

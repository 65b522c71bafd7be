import { setTimeout as sleep } from 'node:timers/promises'
import { caseType, offeredFields } from '../../catalogue/catalogue-of.ts'
import type { FieldDefinition } from '../../catalogue/catalogue.ts'
import type { AuthenticatedContext, RequestContext } from '../../context.ts'
import type { Queryable } from '../../database/statements/statement.ts'
import { invalidInput, RequestError } from '../../errors/request-error.ts'
import { requireCredentials, requireViewer } from '../../viewer/viewer.ts'
import type { CaseFilter } from '../list/case-filter.ts'
import { listAccess, scopeOf } from '../list/case-list.ts'
import type { IdsOfPart } from '../list/case-list-statements.ts'
import type { CaseOrder } from '../list/list-query.ts'
import { scopeByToken } from '../list/list-scope.ts'
import { UnderstoodList } from '../list/understood-list.ts'
import { headerOf, lineOf } from './csv.ts'
import { tableColumns } from './table-columns.ts'
import { rowsOfPart } from './table-rows.ts'

/** How long a table pauses after each part, as a multiple of the time that the part took. This leaves time for other requests. */
const pause = 0.6
const maximumRows = 100_000
/** How long a part may wait for those of other tables. */
const maximumWaitMs = 60_000
/** The time limit of a table. A caller who reads slower than 50 KB/s may not finish. */
const maximumMs = 10 * 60_000

export interface TableArguments {
  filter?: CaseFilter | null | undefined
  orderBy?: CaseOrder | null | undefined
}

/** A list of cases as a CSV file. */
interface OpenTable {
  /** The text, one part at a time. Throws if the caller may no longer read, or if the rest cannot be read. */
  parts: AsyncGenerator<string>
  /** The table is counted until it is closed. */
  close(): void
}

/**
 * Opens the whole list as a table. Throws UNAUTHENTICATED, BAD_USER_INPUT if it has too many cases, RATE_LIMITED if the session or the
 * address has too many open tables, and UNAVAILABLE if the process has.
 */
export async function openTable(context: RequestContext, { filter, orderBy }: TableArguments): Promise<OpenTable> {
  const access = await listAccess(context)
  const held = context.services.tables.begin(context)
  const close = () => held[Symbol.dispose]()
  try {
    const list = new UnderstoodList(context, access, filter ?? {}, orderBy ?? 'UPDATED_DESC')
    const ids = await list.ids(maximumRows + 1)
    if (ids.reduce((sum, { count }) => sum + count, 0) > maximumRows) throw tooManyRows()
    const fields = await fieldsOf(context as AuthenticatedContext, filter?.typeCode)
    return { parts: partsOf(context, access.source, ids, fields), close }
  } catch (error) {
    close()
    throw error
  }
}

/** If the filter names a single type, the fields of this type that the caller is offered. */
async function fieldsOf(context: AuthenticatedContext, codes: CaseFilter['typeCode']): Promise<FieldDefinition[]> {
  const [code, ...others] = new Set(codes)
  const type = code === undefined || others.length > 0 ? null : await caseType(context, code)
  return type ? offeredFields(context, type) : []
}

/** Reads the cases that the caller may see at the time. No connection is held between two parts. */
async function* partsOf(
  context: RequestContext,
  source: Queryable,
  ids: readonly IdsOfPart[],
  fields: readonly FieldDefinition[],
): AsyncGenerator<string> {
  const { database, tables, serviceLevels } = context.services
  const { tokenHash } = requireCredentials(context)
  const columns = tableColumns(fields)
  const end = performance.now() + maximumMs
  yield headerOf(columns.names)
  for (const part of ids) {
    for (let place = 0, lastPlace = part.count; place < lastPlace;) {
      if (performance.now() > end) throw new RequestError('UNAVAILABLE', 'The table was not read in time.')
      const startedAt = performance.now()
      const scope = requireViewer(context, await database.load(scopeByToken, tokenHash))
      const { viewer } = scope
      const { catalogue, values, listViewer } = await scopeOf(context, scope, [part.ids, place, fields.length > 0])
      const statement = rowsOfPart(listViewer)
      const rows = await tables.queue.run(tokenHash, () => source.run(statement, values), maximumWaitMs)
      const reading = { viewer, catalogue, now: serviceLevels.now() }
      ;({ place, lastPlace } = rows.at(-1) ?? { place: 0, lastPlace: 0 })
      const text = rows.map((row) => lineOf(columns.valuesOf(row, reading))).join('')
      const takenMs = performance.now() - startedAt
      yield text
      await sleep(takenMs * pause)
    }
  }
}

function tooManyRows(): RequestError {
  const message =
    `The list has more than ${maximumRows.toLocaleString('en')} cases, which is the limit of a table. ` +
    'Narrow the filter, for example with createdAfter and createdBefore, and request several tables.'
  return invalidInput([{ message, path: ['filter'] }])
}

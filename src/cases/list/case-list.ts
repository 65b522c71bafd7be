import { canSeeInternal, requireCredentials, requireViewer, worksOnCases } from '../../viewer/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { Page } from '../../database/statements/page.ts'
import type { Queryable } from '../../database/statements/statement.ts'
import { noteSearch } from './case-match.ts'
import { type CaseFilter, containsWords, filterConditions } from './case-filter.ts'
import { bestCases, findBest, type RankedCase } from './best-first.ts'
import {
  count,
  findIds,
  type IdsOfPart,
  type ListedCase,
  type ListViewer,
  type ReadingOrder,
  scan,
  search,
  type WholeList,
  wholeList,
} from './case-list-statements.ts'
import type { BestFirst, Condition } from '../text-search/conditions.ts'
import type { CaseListQuery, CaseOrder } from './list-query.ts'
import { type ListAccess, type ListScope, loadListAccess } from './list-scope.ts'
import { termFrequencies } from '../text-search/term-frequencies.ts'
import { WordsQuery } from '../text-search/words-search.ts'

/** The times of the orders, and whether the earliest is first. The best first are in another order. */
const orders: Record<Exclude<CaseOrder, 'BEST_FIRST'>, { time: ReadingOrder['time']; isAscending: boolean }> = {
  CREATED_ASC: { time: 'created_at', isAscending: true },
  CREATED_DESC: { time: 'created_at', isAscending: false },
  UPDATED_ASC: { time: 'updated_at', isAscending: true },
  UPDATED_DESC: { time: 'updated_at', isAscending: false },
  WAITING_LONGEST: { time: 'customer_waiting_since', isAscending: true },
  DUE_FIRST: { time: 'due_at', isAscending: true },
}

/** Parties see neither who waits nor what is due. */
function isListed({ viewer }: ListAccess, order: CaseOrder): boolean {
  const isInternal = order === 'WAITING_LONGEST' || order === 'DUE_FIRST'
  return isInternal ? canSeeInternal(viewer) : worksOnCases(viewer)
}

/** The sort key: the time in microseconds and the ID, after the rank if the best are first. */
export function keyOf({ micros, id, rank }: ListedCase & Partial<RankedCase>): number[] {
  return rank === undefined ? [micros, id] : [rank, micros, id]
}

/**
 * Identifies the caller and sets the context's viewer. The statements of the list wait for those of other lists, except on `source`.
 * Throws UNAUTHENTICATED if the credentials are not accepted.
 */
export async function listAccess(context: RequestContext): Promise<ListAccess & { source: Queryable }> {
  const { tokenHash } = requireCredentials(context)
  const access = requireViewer(context, await loadListAccess(context.services, tokenHash))
  const { services, responseBudget } = context
  const { server: source } = access
  return { ...access, server: services.listQueue.limit(tokenHash, source, responseBudget), source }
}

/** Returns a page of the cases that the viewer may see. */
export async function listCases(
  context: RequestContext,
  access: ListAccess,
  query: CaseListQuery,
  page: Page,
): Promise<ListedCase[]> {
  if (!isListed(access, query.order)) return []
  const { order } = query
  const found =
    order === 'BEST_FIRST'
      ? await listBest(context, access, query, page)
      : await listByTime(context, access, { ...query, order }, page)
  if (query.filter.search != null) for (const each of found) noteSearch(each, query)
  return found
}

async function listByTime(
  context: RequestContext,
  access: ListAccess,
  query: CaseListQuery & { order: keyof typeof orders },
  { after, before, limit, inverted }: Page,
): Promise<ListedCase[]> {
  const { time, isAscending } = orders[query.order]
  const [lower, upper] = isAscending ? [after, before] : [before, after]
  const range = [
    lower ? timeOf(lower) : '-infinity',
    lower?.[1] ?? 0,
    upper ? timeOf(upper) : 'infinity',
    upper?.[1] ?? 0,
  ]
  const reading: ReadingOrder = { time, direction: isAscending !== inverted ? 'asc' : 'desc' }
  const statement = () => statementOf(context, access, query, [limit, ...range])
  const find = ({ viewer, conditions, words, values }: ListStatement) =>
    access.server.run(search(viewer, reading, [...(words?.forIndexes() ?? []), ...conditions]), values)

  const scanned = await statement()
  const { viewer, conditions, words, values } = scanned
  if (isOfFew(query.filter, viewer)) return find(scanned)
  const scannedConditions = [...conditions, ...(words?.forScan() ?? [])]
  const page = await access.server.run(scan(viewer, reading, scannedConditions, { isOfWords: words !== null }), values)
  if (page.length === limit) return page
  // The parameters of words are those of the scan now.
  return find(words ? await statement() : scanned)
}

const first = [-1, 0, 0]
const last = [9, 0, 0]

/** The key of the best in the order of the statement. */
const bestKey = ([rank, micros, id]: readonly number[]) => [rank, -micros!, -id!]

async function listBest(
  context: RequestContext,
  access: ListAccess,
  query: CaseListQuery,
  { after, before, limit, inverted }: Page,
): Promise<ListedCase[]> {
  const range = [...(after ? bestKey(after) : first), ...(before ? bestKey(before) : last)]
  const statement = await statementOf(context, access, query, [limit, ...range])
  return access.server.run(findBest(allOf(query, statement), inverted ? 'desc' : 'asc'), statement.values)
}

/** All cases of the list in SQL. */
function allOf({ order }: CaseListQuery, statement: ListStatement): WholeList {
  const { viewer, words } = statement
  if (order === 'BEST_FIRST') {
    const { conditions, best } = bestOf(statement)
    return bestCases(viewer, conditions, best)
  }
  const { time, isAscending } = orders[order]
  const conditions = [...(words?.forIndexes() ?? []), ...statement.conditions]
  return wholeList(viewer, { time, direction: isAscending ? 'asc' : 'desc' }, conditions)
}

/** Returns how many cases the list has. */
export async function countCases(context: RequestContext, access: ListAccess, query: CaseListQuery): Promise<number> {
  if (!isListed(access, query.order)) return 0
  const statement = await statementOf(context, access, query, [])
  const [row] = await access.server.run(count(allOf(query, statement)), statement.values)
  return row?.total ?? 0
}

/** Returns the IDs of all cases of the list in its order, or a part of them if there are more than the limit. */
export async function listIds(
  context: RequestContext,
  access: ListAccess,
  query: CaseListQuery,
  limit: number,
): Promise<IdsOfPart[]> {
  if (!isListed(access, query.order)) return []
  const statement = await statementOf(context, access, query, [limit])
  return access.server.run(findIds(allOf(query, statement)), statement.values)
}

interface ListStatement {
  values: unknown[]
  viewer: ListViewer
  conditions: Condition[]
  words: WordsQuery | null
}

/** What the best are found with. A search with phrases does not distinguish where it finds them. */
function bestOf({ conditions, words }: ListStatement): { conditions: Condition[]; best: BestFirst } {
  if (words) {
    const { conditions: ofWords, best } = words.forBest()
    return { conditions: [...ofWords, ...conditions], best: { ...best, checked: [...best.checked, ...conditions] } }
  }
  const alternatives = conditions.find(({ name }) => name === 'search')?.alternatives ?? []
  const candidates = alternatives.map((sql) => `select c.id from cases c where ${sql} limit 5000`)
  return {
    conditions,
    best: { checked: conditions, isNumber: 'false', inValues: 'false', inCustomer: 'false', candidates },
  }
}

/** The parameters of a statement that reads what the viewer may see now: those of the scope, others, and those that are added later. */
export async function scopeOf({ services }: RequestContext, scope: ListScope, others: readonly unknown[]) {
  const { viewer, types, groups } = scope
  const values: unknown[] = [viewer.personId, types, groups, ...others]
  const add = (value: unknown) => `$${values.push(value)}`
  const catalogue = await services.catalogue.at(viewer.revision)
  const modifiable = catalogue.touchpoints.get(viewer.touchpointCode)?.modifiable ?? []
  const granted = modifiable.length > 0 && {
    types: add(modifiable.map(({ type }) => type.code)),
    categories: add(modifiable.map(({ category }) => category.code)),
  }
  return { catalogue, values, add, listViewer: { login: viewer.login, granted } satisfies ListViewer }
}

/** The parameters of a statement of the list, and the conditions that they are for. Those of the words are added when they are used. */
async function statementOf(
  context: RequestContext,
  access: ListAccess,
  { filter, words }: CaseListQuery,
  page: readonly unknown[],
): Promise<ListStatement> {
  const { services } = context
  const { viewer } = access
  const { catalogue, values, add, listViewer } = await scopeOf(context, access, page)
  const conditions = filterConditions(words ? { ...filter, search: null } : filter, { viewer, catalogue, add })
  const listed = { values, viewer: listViewer, conditions }
  if (!words) return { ...listed, words: null }
  const frequencies = await termFrequencies(services.database)
  const others = services.termPass.isComplete ? null : containsWords(words.text, { viewer, catalogue, add })
  return { ...listed, words: new WordsQuery(words, { isOperator: canSeeInternal(viewer), frequencies, add, others }) }
}

/** Whether the cases are named or those of one person: they are few, so that a scan would not find them. */
function isOfFew({ id, assignedToMe, assigneeEmail, partyEmail }: CaseFilter, { login, granted }: ListViewer): boolean {
  if (id != null || assignedToMe === true || assigneeEmail != null || partyEmail != null) return true
  return login === 'PARTY' && !granted
}

/** The time of a sort key in ISO 8601, to the microsecond. */
function timeOf([micros = 0]: number[]): string {
  const ms = Math.floor(micros / 1000)
  return new Date(ms).toISOString().replace('Z', `${micros - ms * 1000}`.padStart(3, '0') + 'Z')
}

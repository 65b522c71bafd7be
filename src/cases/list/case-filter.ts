import { canSeeInternal, type Viewer } from '../../viewer/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { searchableText } from '../../database/statements/valid-text.ts'
import { emailKey } from '../../people/email.ts'
import { hasTrigrams, nameContainsByIndex } from '../../people/name-search.ts'
import { parseCaseId } from '../case-facts.ts'
import type { Condition } from '../text-search/conditions.ts'
import { isUnreadSql, mayBeUnreadByAssignee } from '../access/read-marks.ts'
import { searchQuery } from '../text-search/text-search.ts'

type Values<Name extends string, Value> = { [_ in Name]?: Value | null | undefined }

/** Conditions that listed cases must all fulfil. Null is the same as absent. */
export type CaseFilter = Values<'id' | 'status' | 'resolution' | 'typeCode' | 'categoryCode', readonly string[]> &
  Values<'groupName' | 'priority' | 'tag', readonly string[]> &
  Values<'closed' | 'customerWaiting' | 'unread' | 'overdue' | 'assignedToMe' | 'unassigned', boolean> &
  Values<'dueBefore' | 'createdAfter' | 'createdBefore' | 'updatedAfter' | 'updatedBefore', Date> &
  Values<'assigneeEmail' | 'partyEmail' | 'text' | 'search', string>

/** The statement that the conditions are part of. */
export interface Query {
  viewer: Viewer
  catalogue: Catalogue
  /** Adds a parameter, and returns its name in SQL. */
  add(value: unknown): string
}

type Conditions = {
  [Name in keyof CaseFilter]-?: (value: NonNullable<CaseFilter[Name]>, query: Query) => string | Omit<Condition, 'name'>
}

/**
 * Each filter as a condition on a case `c`. `$1` is the ID of the viewer. Sets are parameters, because PostgreSQL then
 * finds their rows through an index, and knows how many they are.
 */
const conditions: Conditions = {
  id: (ids, { add }) => `c.id = any(${add(ids.flatMap((id) => parseCaseId(id) ?? []))}::bigint[])`,
  status: (names, { add }) => isAnyOf('c.status', add(texts(names))),
  closed: (closed, { add, catalogue }) => isAnyOf('c.status', add(statusesWhere(closed, catalogue))),
  resolution: (names, { add }) => isAnyOf('c.resolution', add(texts(names))),
  // Parties see neither priorities nor who waits.
  priority: (priorities, { add, viewer }) =>
    canSeeInternal(viewer) ? isAnyOf('c.priority', add(priorities)) : 'false',
  // The second condition lets PostgreSQL use the partial index.
  tag: (codes, { add, viewer }) =>
    canSeeInternal(viewer) ? `c.tags && ${add(texts(codes))}::text[] and c.tags <> '{}'` : 'false',
  customerWaiting(waiting, { add, viewer }) {
    const waits = canSeeInternal(viewer) ? '(c.customer_waiting_since is not null)' : 'false'
    return `${waits} = ${add(waiting)}::boolean`
  },
  unread: (unread, { viewer }) => (canSeeInternal(viewer) ? (unread ? isUnreadSql : `not ${isUnreadSql}`) : 'false'),
  dueBefore: (time, { add, viewer }) => (canSeeInternal(viewer) ? `c.due_at < ${add(time)}::timestamptz` : 'false'),
  overdue(overdue, { viewer }) {
    if (!canSeeInternal(viewer)) return 'false'
    return overdue ? 'c.due_at < statement_timestamp()' : '(c.due_at < statement_timestamp()) is not true'
  },
  typeCode: (codes, { add }) => isAnyOf('c.type_code', add(texts(codes))),
  // The types of the categories are the first column of the index.
  categoryCode: (codes, { add, catalogue }) =>
    `${isAnyOf('c.type_code', add(typesOf(codes, catalogue)))} and ${isAnyOf('c.category_code', add(texts(codes)))}`,
  assignedToMe: (mine, { add }) => `(c.assignee_id is not null and c.assignee_id = $1::bigint) = ${add(mine)}::boolean`,
  // Parties must not find out the email addresses of others.
  assigneeEmail: (email, { add, viewer }) =>
    canSeeInternal(viewer) ? `c.assignee_id = ${personWith(add(keyOf(email)), 'OPERATOR')}` : 'false',
  unassigned: (open, { add }) => `(c.assignee_id is null and c.group_id is null) = ${add(open)}::boolean`,
  groupName: (names, { add }) =>
    `c.group_id = any(array(select id from operator_groups where name = any(${add(texts(names))}::text[])))`,
  partyEmail(email, { add, viewer }) {
    if (canSeeInternal(viewer)) return `c.party_id = ${personWith(add(keyOf(email)), 'PARTY')}`
    return emailKey(email) === emailKey(viewer.email) ? `c.party_id = $1::bigint` : 'false'
  },
  // Times are returned without the fraction of a millisecond that imported ones may have.
  createdAfter: (time, { add }) => `c.created_at >= ${add(next(time))}::timestamptz`,
  createdBefore: (time, { add }) => `c.created_at < ${add(time)}::timestamptz`,
  updatedAfter: (time, { add }) => `c.updated_at >= ${add(next(time))}::timestamptz`,
  updatedBefore: (time, { add }) => `c.updated_at < ${add(time)}::timestamptz`,
  text: containsWords,
  // With phrases, excluded words or alternatives. Other searches are for words (words-search.ts).
  search(words, query) {
    const found = containsWords(words, query)
    const name = textOf(words).trim()
    // Parties must not find out the email addresses of others. Without three characters, all persons would be read.
    if (!canSeeInternal(query.viewer) || !hasTrigrams(name)) return found
    const contains = nameContainsByIndex(`${query.add(name)}::text`)
    const isOfCustomer = `c.party_id in (select o.id from persons o where o.kind = 'PARTY' and ${contains})`
    return { sql: `(${found.sql} or ${isOfCustomer})`, alternatives: [...found.alternatives, isOfCustomer] }
  },
}

/** The subject, or a comment that the viewer may see, contains the words. */
export function containsWords(words: string, { add, viewer }: Query) {
  const query = searchQuery(textOf(words), add)
  const contains = (column: string) => `to_tsvector('simple', ${column}) @@ ${query}`
  // Stated twice, because PostgreSQL expects a rare word in one of 500 comments. It multiplies the probabilities, so it
  // looks up rare words first and common words last.
  const matches = (column: string) => `${contains(column)} and (${contains(column)}) is not false`
  const comments = (condition: string) => `(
    select m.case_id
    from case_comments m
    where ${condition} and m.removed_version is null${canSeeInternal(viewer) ? '' : ' and not m.internal'})`
  return {
    sql: `(${contains('c.subject')} or exists ${comments(`m.case_id = c.id and ${contains('m.text')}`)})`,
    alternatives: [`c.subject is not null and ${matches('c.subject')}`, `c.id in ${comments(matches('m.text'))}`],
  }
}

/** The conditions of the filters that are set. */
export function filterConditions(filter: CaseFilter, query: Query): Condition[] {
  const set = (Object.keys(conditions) as (keyof CaseFilter)[]).flatMap((name): Condition[] => {
    const value = filter[name]
    const condition = conditions[name] as (value: unknown, query: Query) => string | Omit<Condition, 'name'>
    if (value === null || value === undefined) return []
    const found = condition(value, query)
    return [{ name, ...(typeof found === 'string' ? { sql: found } : found) }]
  })
  const isByAssignee = filter.unread && filter.assignedToMe && canSeeInternal(query.viewer)
  return isByAssignee ? [...set, { name: 'unread', sql: mayBeUnreadByAssignee }] : set
}

const isAnyOf = (column: string, values: string) => `${column} = any(${values}::text[])`

const personWith = (key: string, kind: 'OPERATOR' | 'PARTY') =>
  `(select id from persons where kind = '${kind}' and email_key = ${key}::text)`

function statusesWhere(isClosed: boolean, { statuses }: Catalogue): string[] {
  return [...statuses.values()].filter(({ closed }) => closed === isClosed).map(({ name }) => name)
}

function typesOf(categoryCodes: readonly string[], { typeCategories }: Catalogue): string[] {
  const codes = new Set(categoryCodes)
  const types = typeCategories.values().filter(({ category }) => codes.has(category.code))
  return [...new Set(types.map(({ type }) => type.code))]
}

/** Text that PostgreSQL rejects as a parameter equals nothing that is stored, like the empty text. */
const textOf = (text: string) => searchableText(text) ?? ''
const texts = (values: readonly string[]) => values.map(textOf)
const next = (time: Date) => new Date(time.getTime() + 1)
const keyOf = (email: string) => textOf(emailKey(email))

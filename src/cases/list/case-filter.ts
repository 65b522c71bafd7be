import { canSeeInternal, type Viewer } from '../../auth/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { searchableText } from '../../database/valid-text.ts'
import { emailKey } from '../../people/email.ts'
import { parseCaseId } from '../case-facts.ts'
import { searchQuery } from './text-search.ts'

/** Conditions that listed cases must all fulfil. Null is the same as absent. */
export interface CaseFilter {
  id?: readonly string[] | null | undefined
  status?: readonly string[] | null | undefined
  /** Whether the status counts as closed. */
  closed?: boolean | null | undefined
  resolution?: readonly string[] | null | undefined
  typeCode?: readonly string[] | null | undefined
  categoryCode?: readonly string[] | null | undefined
  assignedToMe?: boolean | null | undefined
  assigneeEmail?: string | null | undefined
  unassigned?: boolean | null | undefined
  groupName?: readonly string[] | null | undefined
  partyEmail?: string | null | undefined
  createdAfter?: Date | null | undefined
  createdBefore?: Date | null | undefined
  updatedAfter?: Date | null | undefined
  updatedBefore?: Date | null | undefined
  /** A search in the comments that the caller may see. */
  text?: string | null | undefined
}

/** The statement that the conditions are part of. */
interface Query {
  viewer: Viewer
  catalogue: Catalogue
  /** Adds a parameter, and returns its name in SQL. */
  add(value: unknown): string
}

type Conditions = { [Name in keyof CaseFilter]-?: (value: NonNullable<CaseFilter[Name]>, query: Query) => string }

/**
 * Each filter as a condition on a case `c`. `$1` is the ID of the viewer. Sets are parameters, because PostgreSQL then
 * finds their rows through an index, and knows how many they are.
 */
const conditions: Conditions = {
  id: (ids, { add }) => `c.id = any(${add(ids.flatMap((id) => parseCaseId(id) ?? []))}::bigint[])`,
  status: (names, { add }) => isAnyOf('c.status', add(texts(names))),
  closed: (closed, { add, catalogue }) => isAnyOf('c.status', add(statusesWhere(closed, catalogue))),
  resolution: (names, { add }) => isAnyOf('c.resolution', add(texts(names))),
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
  // Stated twice, because PostgreSQL expects a rare word in one of 500 comments. It multiplies the probabilities, so it
  // looks up rare words first and common words last.
  text(words, { add, viewer }) {
    const contains = `to_tsvector('simple', m.text) @@ ${searchQuery(textOf(words), add)}`
    return `c.id in (
    select m.case_id
    from case_comments m
    where ${contains} and (${contains}) is not false
      and m.removed_version is null${canSeeInternal(viewer) ? '' : ' and not m.internal'})`
  },
}

/** The SQL conditions of the filters that are set, by filter. */
export function filterConditions(filter: CaseFilter, query: Query): [name: string, sql: string][] {
  return (Object.keys(conditions) as (keyof CaseFilter)[]).flatMap((name) => {
    const value = filter[name]
    const condition = conditions[name] as (value: unknown, query: Query) => string
    return value === null || value === undefined ? [] : [[name, condition(value, query)]]
  })
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

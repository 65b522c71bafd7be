import { fromCatalogue } from '../../catalogue/catalogue-of.ts'
import { offeredTo } from '../../catalogue/available.rules.ts'
import type { AuthenticatedContext } from '../../context.ts'
import { batchedBy, type Loader } from '../../database/statements/batched.ts'
import { type Match, type Snippet, snippetOf } from '../../search/matches.ts'
import { formsOf } from '../../search/misspelt.ts'
import { normalise } from '../../search/normalise.ts'
import { type Word, wordQuery, wordsOf } from '../../search/words.ts'
import { canSeeInternal, type Viewer } from '../../viewer/viewer.ts'
import type { CaseRow } from '../case-facts.ts'
import { searchedFields } from '../values/searched-values.ts'
import type { CaseListQuery } from './list-query.ts'

export const matchSources = ['NUMBER', 'SUBJECT', 'CUSTOMER', 'COMMENT', 'FIELD'] as const

/** A text of a case in which something was found. */
export interface SearchPart extends Snippet {
  source: (typeof matchSources)[number]
  matches: Match[]
}

/** The searches that found cases. */
const searches = new WeakMap<CaseRow, CaseListQuery>()

/** Notes by which search the case was found. */
export function noteSearch(row: CaseRow, query: CaseListQuery): void {
  searches.set(row, query)
}

const shownComments = 3

const matchingComments = batchedBy(
  { caseId: 'bigint', internal: 'boolean', query: 'text' },
  (keys) => `
select k.ordinal::int, l.text
from ${keys}
cross join lateral (
  select m.text, m.version, m.position
  from case_comments m
  where m.case_id = k.case_id and m.terms @@ k.query::tsquery and m.removed_version is null and (k.internal or not m.internal)
  order by m.version desc, m.position desc
  limit ${shownComments}
) l
order by k.ordinal, l.version desc, l.position desc`,
  { text: 'text' },
)

/** The words to show. Those that are excluded are not. */
function wordsToShow({ filter, words }: CaseListQuery): readonly Word[] {
  return words?.words ?? wordsOf((filter.search ?? '').replaceAll(/(?<=^|\s)-+("[^"]*"?|\S+)|(?<=\s)or(?=\s)/giu, ' '))
}

/** Where a search has found a case, the best first. Null if the case was not found by a search. */
export function matchOf(context: AuthenticatedContext, row: CaseRow): Promise<SearchPart[]> | null {
  const query = searches.get(row)
  // A list without a search need not wait for each of its cases.
  return query ? matchesOf(context, row, query) : null
}

async function matchesOf(context: AuthenticatedContext, row: CaseRow, query: CaseListQuery): Promise<SearchPart[]> {
  const words = wordsToShow(query)
  const { viewer } = context
  if (words.length === 0) return []
  const fields = await fromCatalogue(context, ({ types }) =>
    offeredTo(viewer.login, types.get(row.typeCode)?.fields ?? []),
  )
  const comments = await commentsOf(context.services.database, row, viewer, words)
  const part = (source: SearchPart['source'], text: string | null | undefined): SearchPart[] => {
    const snippet = text ? snippetOf(text, words) : null
    return snippet ? [{ source, ...snippet }] : []
  }
  const customer = [row.partyFirstname, row.partyEmail].filter(Boolean).join(' ')
  const offered = searchedFields(row.caseData, fields).filter(({ field }) => field)
  return [
    ...numberPart(row.id, query),
    ...part('SUBJECT', row.subject),
    ...(canSeeInternal(viewer) ? part('CUSTOMER', customer) : []),
    ...comments.flatMap((text) => part('COMMENT', text)),
    ...offered.flatMap(({ text }) => part('FIELD', text)),
  ]
}

async function commentsOf(db: Loader, row: CaseRow, viewer: Viewer, words: readonly Word[]): Promise<string[]> {
  const query = words
    .flat(2)
    .map((start) => wordQuery([[start]]))
    .join(' | ')
  const key = { caseId: row.id, internal: canSeeInternal(viewer), query }
  return (await db.loadAll(matchingComments, key)).map(({ text }) => text)
}

function numberPart(id: number, { filter: { search }, words }: CaseListQuery): SearchPart[] {
  const text = `${id}`
  const isNumber =
    words?.words.some((word) => word.flat().some((start) => start.text === text)) && search?.includes(text)
  return isNumber ? [{ source: 'NUMBER', text, matches: [{ start: 0, length: text.length }] }] : []
}

/** The search with the words that were found instead of misspelt ones, in the case that was found first. */
export async function correctedSearch(
  context: AuthenticatedContext,
  { words: typed }: CaseListQuery,
  row: CaseRow,
): Promise<string | null> {
  const parts = (await matchOf(context, row)) ?? []
  const found = parts.flatMap(({ text, matches }) =>
    matches.map(({ start, length }) => text.slice(start, start + length).toLowerCase()),
  )
  if (!typed) return null
  const understood = typed.text.split(/\s+/).map((chunk) => {
    const [word] = wordsOf(chunk)
    const forms = word && formsOf(word)
    const isTyped = (each: string) => normalise(each).startsWith(normalise(chunk))
    return forms && !found.some(isTyped) ? (found.find((each) => forms.includes(normalise(each))) ?? chunk) : chunk
  })
  return understood.join(' ')
}

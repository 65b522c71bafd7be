import { type Queryable, statement } from '../../database/statements/statement.ts'
import { searchableText } from '../../database/statements/valid-text.ts'
import { invalidInput } from '../../errors/request-error.ts'
import { anyOf, formsOf, mayBeMisspelt } from '../../search/misspelt.ts'
import { hasOperators, wordsOf } from '../../search/words.ts'
import type { WordsSearch } from '../text-search/words-search.ts'
import type { CaseFilter } from './case-filter.ts'

export const caseOrders = [
  'CREATED_ASC',
  'CREATED_DESC',
  'UPDATED_ASC',
  'UPDATED_DESC',
  'WAITING_LONGEST',
  'DUE_FIRST',
  'BEST_FIRST',
] as const
export type CaseOrder = (typeof caseOrders)[number]

/** Which cases are listed, in which order. */
export interface CaseListQuery {
  filter: CaseFilter
  order: CaseOrder
  /** The search of the filter if it is for words, and has no phrases, excluded words or alternatives. */
  words: WordsSearch | null
}

/** Throws BAD_USER_INPUT if the best are to be first without a search. */
export function caseListQuery(filter: CaseFilter, order: CaseOrder): CaseListQuery {
  const { search } = filter
  if (search == null && order === 'BEST_FIRST') {
    throw invalidInput([{ message: 'orderBy can be BEST_FIRST only with filter.search.', path: ['orderBy'] }])
  }
  if (search == null || hasOperators(search)) return { filter, order, words: null }
  const text = searchableText(search)?.trim() ?? ''
  return { filter, order, words: { text, words: wordsOf(text) } }
}

/** The same for words that exist, too, and differ by a letter from those that may be misspelt. Null if there are none. */
export async function withOtherLetters(db: Queryable, query: CaseListQuery): Promise<CaseListQuery | null> {
  const { words } = query
  if (!words) return null
  const replaced = [...words.words]
  for (const index of mayBeMisspelt(words.words)) {
    const word = words.words[index]!
    const others = await existingWords(db, formsOf(word) ?? [])
    replaced[index] = [...word, ...anyOf(others)]
  }
  const isSame = replaced.every((word, index) => word.length === words.words[index]!.length)
  return isSame ? null : { ...query, words: { ...words, words: replaced } }
}

/** More would make a search for any of them slow. */
const maximumWords = 8

const hasTerm = (table: string) =>
  `(select from ${table} r where r.terms @@ f.query::tsquery and (r.terms @@ f.query::tsquery) is not false limit 1)`

// One lookup in the index for each, with a limit: PostgreSQL would read the whole table for any of hundreds of words.
const existing = statement(
  `
select f.term
from unnest($1::text[], $2::text[]) as f (term, query)
cross join lateral (
  select from (${['case_comments', 'case_terms', 'person_terms'].map(hasTerm).join(' union all ')}) found limit 1
) found
limit ${maximumWords}`,
  { term: 'text' },
)

/** Those of the words that some case has, if only one that the caller does not see. */
async function existingWords(db: Queryable, words: readonly string[]): Promise<string[]> {
  const found = await db.run(existing, [words, words.map((word) => `'${word}'`)])
  return found.map(({ term }) => term)
}

import { searchableText } from '../../database/statements/valid-text.ts'
import { invalidInput } from '../../errors/request-error.ts'
import { anyOf, formsOf, mayBeMisspelt } from '../../search/misspelt.ts'
import { hasOperators, type Word, wordsOf } from '../../search/words.ts'
import type { CaseFilter } from './case-filter.ts'

export const caseOrders = [
  'CREATED_ASC',
  'CREATED_DESC',
  'UPDATED_ASC',
  'UPDATED_DESC',
  'WAITING_LONGEST',
  'BEST_FIRST',
] as const
export type CaseOrder = (typeof caseOrders)[number]

/** A search for words, as it is understood. */
export interface WordsSearch {
  /** As it was typed, without spaces around it. */
  text: string
  words: readonly Word[]
}

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

/** The same for words, too, that differ by a letter from those that may be misspelt. Null if none may be. */
export function withOtherLetters(query: CaseListQuery): CaseListQuery | null {
  const { words } = query
  const misspelt = words ? mayBeMisspelt(words.words) : []
  if (!words || misspelt.length === 0) return null
  const replaced = words.words.map((word, index) =>
    misspelt.includes(index) ? [...word, ...anyOf(formsOf(word) ?? [])] : word,
  )
  return { ...query, words: { ...words, words: replaced } }
}

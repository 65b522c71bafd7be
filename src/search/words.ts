import { continues, type Part, partsOf } from './parts.ts'
import { longestTerm, windowLength } from './terms.ts'

/** What a term must be, or begin with. */
export interface Start {
  text: string
  /** Whether the term must be equal. */
  isWhole: boolean
}

/** What is searched for: a text that has, for one of these lists, terms for all of its elements. */
export type Word = readonly (readonly Start[])[]

/** As many words as are searched, however many are sent: each takes time. */
const maximumWords = 20

/** Words of a search, each of which may be anywhere in a case. Numbers that follow one another are one word. Empty if nothing can be searched for. */
export function wordsOf(search: string): Word[] {
  const chunks: Part[][] = []
  for (const part of partsOf(search, { joinsNumbers: false })) {
    const last = chunks.at(-1)
    if (last?.[0]?.chunk === part.chunk) last.push(part)
    else chunks.push([part])
  }
  const words: Word[] = []
  let numbers: Part[] = []
  for (const [index, chunk] of chunks.slice(0, maximumWords).entries()) {
    const next = chunks[index + 1]
    numbers = chunk.length === 1 ? [...numbers, chunk[0]!] : []
    const isContinued = next?.length === 1 && chunk.length === 1 && continues(chunk[0], next[0]!)
    if (isContinued && index + 1 < maximumWords) continue
    words.push(numbers.length > 1 ? numberWord(numbers) : [chunk.flatMap(startsOf)])
    numbers = []
  }
  return words
}

/** Numbers that a text has joined, or each of which it has. */
function numberWord(parts: readonly Part[]): Word {
  const joined = parts.flatMap(({ characters }) => characters)
  return [[startOf(joined.map(({ character }) => character))], parts.flatMap(startsOf)]
}

function startsOf({ characters, isRun }: Part): Start[] {
  const all = characters.map(({ character }) => character)
  if (!isRun) return [startOf(all)]
  if (all.length <= windowLength) return [{ text: all.join(''), isWhole: false }]
  const windows = all.slice(0, 1 - windowLength).map((_, index) => all.slice(index, index + windowLength).join(''))
  return [...new Set(windows)].map((text) => ({ text, isWhole: true }))
}

/** A single letter or digit begins too many terms, so it must be one. */
function startOf(characters: readonly string[]): Start {
  const text = characters.slice(0, longestTerm).join('')
  return { text, isWhole: characters.length === 1 && /^[\p{L}\p{N}]$/u.test(text) }
}

const curlyQuotes = /[“”„‟«»]/g
/** A phrase of several words, a word that is excluded, or alternatives. A minus before a digit belongs to the number. */
const operators = /(?<=^|[\s-])"[^"]*[^\s"]\s+[^\s"][^"]*"|(?<=^|\s)-+(?="?\p{L})|\S\s+or\s+\S/iu

/** Whether a search has phrases, excluded words or alternatives, and so is not for words alone. */
export function hasOperators(search: string): boolean {
  return operators.test(search.replaceAll(curlyQuotes, '"'))
}

// Without many common terms in its statistics, PostgreSQL expects any prefix in one of 50 texts. It knows how common the term itself is.
const tsquery = ({ text, isWhole }: Start) => (isWhole ? `'${text}'` : `('${text}':* | '${text}')`)

/** A word as PostgreSQL reads a tsquery, for texts that have all of it. */
export function wordQuery(word: Word): string {
  return word.map((starts) => `(${starts.map(tsquery).join(' & ')})`).join(' | ')
}

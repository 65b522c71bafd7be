import { type Part, partsOf } from './parts.ts'

/** How many characters of a part a term has at most. What is longer in a search is not compared. */
export const longestTerm = 48
/** How many characters of a script without spaces a term has. */
export const windowLength = 3

/** A text with more terms than people write has shorter ones, and at last none, so that it takes a bounded space. In code points. */
const fullTerms = 40_000
const allTerms = 150_000
const shortTerm = 8

/** The term of a part that begins at a character. */
function termAt({ characters }: Part, start: number, length: number): string {
  let term = ''
  for (let index = start; index < start + length && index < characters.length; index++) {
    term += characters[index]!.character
  }
  return term
}

/**
 * The terms that texts are found by: for each place where a search may begin, the rest of its part. A search finds a text if it is
 * the beginning of a term.
 */
export function termsOf(texts: readonly string[]): Set<string> {
  const terms = new Set<string>()
  let size = 0
  const add = (term: string) => {
    if (size > allTerms || terms.has(term)) return
    terms.add(term)
    size += term.length
  }
  for (const text of texts) {
    for (const part of partsOf(text, { joinsNumbers: true })) {
      const length = part.isRun ? windowLength : longestTerm
      for (const start of part.starts) add(termAt(part, start, size > fullTerms ? Math.min(shortTerm, length) : length))
      for (const start of part.alone) add(termAt(part, start, 1))
    }
  }
  return terms
}

/** The terms as PostgreSQL reads a tsvector. They contain neither quotes nor backslashes. */
export function termVector(texts: readonly string[]): string {
  return [...termsOf(texts)].map((term) => `'${term}'`).join(' ')
}

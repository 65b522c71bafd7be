/** The parts of a search: words, quoted phrases, and what is excluded. A quote that is not closed ends with the search. */
const parts = /(-*)(?:"([^"]*)"?|([^\s"]+))/g

/** The quotes that keyboards of phones and text processors write. */
const curlyQuotes = /[“”„‟«»]/g

/** Punctuation before and after a word, and the scheme of a URL, which PostgreSQL does not index. */
const surroundings = /^[^\p{L}\p{M}\p{N}]*(?:\p{L}+:\/\/(?=[\p{L}\p{M}\p{N}]))?|[^\p{L}\p{M}\p{N}]+$/gu

/** The start of a word that contains punctuation, and the part after it. A number keeps its sign. */
const compound = /^(?=.*[^\p{L}\p{M}\p{N}])(.+?)((?:-(?=\p{N}))?[\p{L}\p{M}\p{N}]+)$/su

/** PostgreSQL rejects words of 2,048 bytes in a query, and indexes none. Lower case may take more bytes. */
const longestWord = 1_000

/** As many words as are searched, however many are sent: each takes time. A word with punctuation inside counts as several. */
const searched = /^(?:[^\p{L}\p{M}\p{N}]*[\p{L}\p{M}\p{N}]+){0,20}/u

/** Adds a parameter, and returns its name in SQL. */
type Add = (value: string) => string

/**
 * Returns an SQL expression of the type tsquery for a search. A word matches words that begin with it. Phrases and excluded
 * words match whole words. `or` separates alternatives. No text is invalid: what contains no word is left out, and so is an alternative
 * of which all words are excluded, because almost everything would match it.
 */
export function searchQuery(search: string, add: Add): string {
  const [text = ''] = searched.exec(search.replaceAll(curlyQuotes, '"')) ?? []
  const found = [...text.matchAll(parts)].filter(([part]) => /[\p{L}\p{N}]/u.test(part))
  const alternatives: RegExpExecArray[][] = [[]]
  for (const [index, part] of found.entries()) {
    const alternative = alternatives.at(-1) ?? []
    if (part[0].toLowerCase() === 'or' && alternative.length > 0 && index < found.length - 1) alternatives.push([])
    else alternative.push(part)
  }
  const queries = alternatives
    .filter((each) => each.some(([, minus]) => minus === ''))
    .map((each) =>
      joined(
        each.map((part) => partQuery(part, add)),
        '&&',
      ),
    )
  return queries.length === 0 ? `''::tsquery` : joined(queries, '||')
}

function partQuery([, minus, phrase, word = '']: RegExpExecArray, add: Add): string {
  if (minus !== '') return parsed(`!${quoted(phrase ?? word)}`, add)
  return phrase === undefined ? wordsFrom(word.replaceAll(surroundings, ''), add) : parsed(quoted(phrase), add)
}

/** Matches words that begin with `start`. */
function wordsFrom(start: string, add: Add): string {
  const [, first, last] = compound.exec(start) ?? []
  // Without many common words in its statistics, PostgreSQL expects any prefix in one of 50 comments. It knows how common
  // the word itself is.
  if (first === undefined || last === undefined) return parsed(`${quoted(start)}:* | ${quoted(start)}`, add)
  // PostgreSQL indexes some words that contain punctuation as one word, such as email addresses, and others as several.
  // It cannot tell from the start of a word which of them it is.
  const several = parsed(`${quoted(start)} | ${quoted(first)} <-> ${quoted(last)}:*`, add)
  if (Buffer.byteLength(start) > longestWord) return several
  return joined([several, `lower(${add(`${quoted(start)}:*`)}::text)::tsquery`], '||')
}

const parsed = (query: string, add: Add) => `to_tsquery('simple', ${add(query)}::text)`

const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '$&$&')}'`

/** Both operators have the same precedence in SQL. */
const joined = (queries: string[], operator: '&&' | '||') => `(${queries.join(` ${operator} `)})`

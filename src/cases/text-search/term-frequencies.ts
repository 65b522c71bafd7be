import type { Queryable } from '../../database/statements/statement.ts'
import { statement } from '../../database/statements/statement.ts'
import type { Start, Word } from '../../search/words.ts'

const commonTerms = statement(
  `
select most_common_elems::text::text[] as terms, array_to_json(most_common_elem_freqs) as frequencies
from pg_stats
where schemaname = current_schema() and tablename = 'case_comments' and attname = 'terms' and most_common_elems is not null`,
  { terms: 'text[]', frequencies: 'json' },
)

/** In which part of all comments a term is, for the most common terms. */
export type TermFrequencies = ReadonlyMap<string, number>

const maximumAgeMs = 60_000
const known = new WeakMap<Queryable, { at: number; frequencies: Promise<TermFrequencies> }>()

/** What PostgreSQL's statistics know, read once a minute. Empty on a store without statistics. */
export function termFrequencies(db: Queryable): Promise<TermFrequencies> {
  const found = known.get(db)
  if (found && performance.now() - found.at < maximumAgeMs) return found.frequencies
  const frequencies = readFrequencies(db)
  known.set(db, { at: performance.now(), frequencies })
  frequencies.catch(() => known.delete(db))
  return frequencies
}

async function readFrequencies(db: Queryable): Promise<TermFrequencies> {
  const [row] = await db.run(commonTerms)
  const frequencies = (row?.frequencies ?? []) as number[]
  // The statistics end with the lowest and the highest frequency.
  return new Map(row?.terms.map((term, index) => [term, frequencies[index] ?? 0]))
}

/** About which part of the comments has a word. 0 if it is not among the most common terms. */
export function frequencyOf(word: Word, frequencies: TermFrequencies): number {
  return word
    .map((starts) => Math.min(...starts.map((start) => ofStart(start, frequencies))))
    .reduce((a, b) => a + b, 0)
}

function ofStart({ text, isWhole }: Start, frequencies: TermFrequencies): number {
  if (isWhole) return frequencies.get(text) ?? 0
  return frequencies.entries().reduce((sum, [term, frequency]) => (term.startsWith(text) ? sum + frequency : sum), 0)
}

import { type Queryable, statement } from '../../database/statements/statement.ts'

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
export async function existingWords(db: Queryable, words: readonly string[]): Promise<string[]> {
  const found = await db.run(existing, [words, words.map((word) => `'${word}'`)])
  return found.map(({ term }) => term)
}

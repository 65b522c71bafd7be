import { type Queryable, statement } from '../database/statements/statement.ts'
import { termVector } from '../search/terms.ts'

interface Named {
  id: number
  firstname: string
  email: string
}

const writeTerms = statement(`
insert into person_terms (person_id, terms)
select r.person_id, r.terms
from jsonb_to_recordset($1::jsonb) as r (person_id bigint, terms tsvector)
join persons p on p.id = r.person_id and p.erased_at is null
on conflict (person_id) do update set terms = excluded.terms`)

/** Writes what parties are found by: their first names and addresses. */
export async function writePersonTerms(db: Queryable, parties: readonly Named[]): Promise<void> {
  if (parties.length === 0) return
  const rows = parties.map(({ id, firstname, email }) => ({ person_id: id, terms: termVector([firstname, email]) }))
  await db.run(writeTerms, [JSON.stringify(rows)])
}

import { BatchLoader } from '../database/batch-loader.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { emailKey } from './email.ts'

const firstnamesByEmail = statement(
  `
select k.ordinal::int, p.firstname
from unnest($1::text[]) with ordinality as k (email_key, ordinal)
join persons p on p.kind = 'OPERATOR' and p.email_key = k.email_key`,
  { ordinal: 'int', firstname: 'text' },
)

/** Loads the first names of operators. Concurrent requests share a statement. */
export class FirstnameLoader {
  #firstnames: BatchLoader<string, { firstname: string }>

  constructor(database: Queryable) {
    this.#firstnames = new BatchLoader((keys) => database.run(firstnamesByEmail, [keys]))
  }

  /** Null if no operator has the address. */
  async load(email: string): Promise<string | null> {
    return (await this.#firstnames.load(emailKey(email)))?.firstname ?? null
  }
}

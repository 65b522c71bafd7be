import { BatchLoader } from '../database/batch-loader.ts'
import { type Queryable, statement } from '../database/statement.ts'

const idsByEmail = statement(
  `
select k.ordinal::int, p.id
from unnest($1::text[]) with ordinality as k (email_key, ordinal)
join persons p on p.kind in ('CONSUMER', 'OPERATOR', 'PARTY') and p.email_key = k.email_key`,
  { ordinal: 'int', id: 'bigint' },
)

/** Loads the IDs of the persons with an email address. Concurrent requests share a statement. */
export class PersonIdLoader {
  #ids: BatchLoader<string, { id: number }>

  constructor(database: Queryable) {
    this.#ids = new BatchLoader((keys) => database.run(idsByEmail, [keys]))
  }

  async idsOf(emailKey: string): Promise<number[]> {
    return (await this.#ids.loadAll(emailKey)).map(({ id }) => id)
  }
}

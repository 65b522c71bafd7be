import { Migration } from '@mikro-orm/migrations'

export class Migration20261123040000_person_search extends Migration {
  override up(): void {
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
  }
}

// A function, because the extension pg_trgm is not installed everywhere. Three characters in sequence are in few persons.
const statements = `
create function trigrams(value text) returns text[] language sql immutable strict parallel safe cost 1000
  as 'select array(select substr(value, i, 3) from generate_series(1, length(value) - 2) i)';
create index persons_trigrams_index on persons using gin (trigrams(lower(email_key || ' ' || firstname)))
`

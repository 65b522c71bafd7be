import { Migration } from '@mikro-orm/migrations'

/**
 * The terms that cases are found by. The servers compute those of what is stored already. The indexes of comments are created here
 * unless there are many: then `migrate` creates them, because changes can go on meanwhile only outside a transaction.
 */
export class Migration20261201000000_search extends Migration {
  override up(): void {
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
    for (const sql of commentIndexes) this.addSql(unlessLarge(sql))
  }
}

const statements = `
alter table case_comments add column terms tsvector null;

create table case_terms (
  case_id bigint not null,
  terms tsvector not null,
  constraint case_terms_pkey primary key (case_id)
);

create index case_terms_terms_index on case_terms using gin (terms);

create table person_terms (
  person_id bigint not null,
  terms tsvector not null,
  constraint person_terms_pkey primary key (person_id)
);

create index person_terms_terms_index on person_terms using gin (terms)
`

/** The second one has the comments whose terms are to be computed. */
export const commentIndexes = [
  'create index case_comments_terms_index on case_comments using gin (terms) where terms is not null',
  'create index case_comments_without_terms_index on case_comments (case_id) where terms is null and removed_version is null',
]

/** What takes less than a second. */
const fewComments = 20_000

const unlessLarge = (sql: string) => `do $$ begin
  if not exists (select from case_comments offset ${fewComments}) then ${sql}; end if;
end $$`

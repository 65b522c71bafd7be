import { Migration } from '@mikro-orm/migrations'

export class Migration20261123050000_revision_schema extends Migration {
  override up(): void {
    this.addSql(
      `create or replace function renew_catalogue_revision() returns trigger language plpgsql as $$${renewRevision}$$`,
    )
  }
}

// In the schema of the changed table: search_path may be that of an administrator, and name another tenant.
export const renewRevision = `
begin
  execute format('update %I.catalogue_revision set revision = gen_random_uuid()', tg_table_schema);
  return null;
end
`

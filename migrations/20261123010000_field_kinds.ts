import { Migration } from '@mikro-orm/migrations'

export class Migration20261123010000_field_kinds extends Migration {
  override up(): void {
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
  }
}

const statements = `
alter table case_type_fields
  drop constraint case_type_fields_kind_check,
  add column maximum_length int null,
  add column choices jsonb not null default '[]',
  add column required text not null default 'ALWAYS';
alter table case_type_fields
  add constraint case_type_fields_kind_check check (kind in ('BOOLEAN', 'CHOICE', 'DATE', 'DECIMAL', 'INTEGER', 'TEXT')),
  add constraint case_type_fields_maximum_length_check check ((kind = 'TEXT') = (maximum_length is not null)),
  add constraint case_type_fields_choices_check check ((kind = 'CHOICE') = (choices <> '[]')),
  add constraint case_type_fields_required_check check (required in ('ALWAYS', 'WHEN_CLOSED', 'NEVER'))
`

import { type RowOf, typed } from '../database/statements/columns.ts'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statements/statement.ts'
import type { LoginKind } from '../login-kinds.ts'

const columns = {
  code: 'text',
  name: 'text',
  logins: typed<LoginKind[]>('json'),
  registers: typed<LoginKind[]>('json'),
  /** The number of its valid secrets. */
  secrets: 'bigint',
} as const

export type ListedTouchpoint = RowOf<typeof columns>

const listedTouchpoints = statement(
  `
select t.code, t.name, array_to_json(t.logins) as logins, array_to_json(t.registers) as registers, (
    select count(*) from touchpoint_secrets s where s.touchpoint_code = t.code and s.revoked_at is null
  ) as secrets
from touchpoints t
order by t.code collate "C"`,
  columns,
)

export function listTouchpoints(database: Database): Promise<ListedTouchpoint[]> {
  return database.run(listedTouchpoints)
}

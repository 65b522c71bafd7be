import { typed } from '../database/columns.ts'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { LoginKind } from '../people/people.entity.ts'

export interface ListedTouchpoint {
  code: string
  name: string
  logins: LoginKind[]
  registers: LoginKind[]
  /** The number of its valid secrets. */
  secrets: number
}

const columns = `t.code, t.name, array_to_json(t.logins) as logins, array_to_json(t.registers) as registers, (
    select count(*) from touchpoint_secrets s where s.touchpoint_code = t.code and s.revoked_at is null
  ) as secrets`
const columnTypes = {
  code: 'text',
  name: 'text',
  logins: typed<LoginKind[]>('json'),
  registers: typed<LoginKind[]>('json'),
  secrets: 'bigint',
} as const

const list = statement(`select ${columns} from touchpoints t order by t.code collate "C"`, columnTypes)

export function listTouchpoints(database: Database): Promise<ListedTouchpoint[]> {
  return database.run(list)
}

import { typed } from '../database/columns.ts'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { NotFoundError } from '../errors.ts'
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

const update = statement(
  `
update touchpoints t set logins = coalesce($2::text[], t.logins), registers = coalesce($3::text[], t.registers)
where t.code = $1
returning ${columns}`,
  columnTypes,
  { writes: true },
)

/** Sets what is given, and returns the touchpoint. Throws a NotFoundError if there is no such touchpoint. */
export async function setTouchpoint(
  database: Database,
  code: string,
  { logins, registers }: Partial<Pick<ListedTouchpoint, 'logins' | 'registers'>>,
): Promise<ListedTouchpoint> {
  const [touchpoint] = await database.run(update, [code, logins ?? null, registers ?? null])
  return touchpoint ?? throwUnknown(code)
}

function throwUnknown(code: string): never {
  throw new NotFoundError(`There is no touchpoint ${JSON.stringify(code)}.`)
}

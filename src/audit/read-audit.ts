import { requireAdmin } from '../auth/require-admin.ts'
import { authenticate } from '../auth/authenticate.ts'
import { isAdmin } from '../auth/viewer.ts'
import type { RequestContext } from '../context.ts'
import type { RowOf } from '../database/columns.ts'
import { columnsOf, selectList } from '../database/entity-columns.ts'
import type { Page } from '../database/page.ts'
import { type Queryable, statement, varyingStatement } from '../database/statement.ts'
import { searchableText } from '../database/valid-text.ts'
import { type AuditAction, AuditEvent as Entity } from './audit-event.entity.ts'

const columns = columnsOf(Entity)
export type AuditEvent = RowOf<typeof columns>

const select = `select ${selectList('e', columns)} from audit_events e`
const byId = statement(`${select} where e.id = $1::bigint`, columns)

/** Which events to list. Null for all. */
export interface AuditFilter {
  target: string | null
  actions: readonly AuditAction[] | null
}

/** A list of audit events, the latest first. A cursor contains the number of an event. Login: admin. */
export async function auditList(context: RequestContext, { target, actions }: AuditFilter) {
  const { database } = (await requireAdmin(context)).services
  const conditions = ['true']
  const values: unknown[] = []
  const add = (condition: string, value: unknown) => conditions.push(`${condition}$${values.push(value)})`)
  // No stored target equals a text that PostgreSQL cannot store.
  if (target !== null) add('e.target = (', searchableText(target))
  if (actions) add('e.action = any(', actions)
  const where = conditions.join(' and ')
  return {
    load: (page: Page) => loadPage(database, where, values, page),
    count: async () => {
      const count = varyingStatement(`select count(*)::int as total from audit_events e where ${where}`, {
        total: 'int',
      })
      return (await database.run(count, values))[0]!.total
    },
  }
}

function loadPage(db: Queryable, where: string, values: readonly unknown[], { after, before, limit, inverted }: Page) {
  const parameter = (n: number) => `$${values.length + n}::bigint`
  const [first, second, third] = [parameter(1), parameter(2), parameter(3)]
  const text = `${select}
where ${where} and (${first} is null or e.id < ${first}) and (${second} is null or e.id > ${second})
order by e.id ${inverted ? 'asc' : 'desc'}
limit ${third}`
  return db.run(varyingStatement(text, columns), [...values, after?.[0] ?? null, before?.[0] ?? null, limit])
}

/** An event by its number. Null for all callers but admins, as if there were none. */
export async function readAuditEvent(
  context: RequestContext,
  [id = 0, ...others]: number[],
): Promise<AuditEvent | null> {
  const { viewer, services } = await authenticate(context)
  if (others.length > 0 || !isAdmin(viewer)) return null
  return (await services.database.run(byId, [id]))[0] ?? null
}

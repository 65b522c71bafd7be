import { authenticate, requireAdmin } from '../viewer/authenticate.ts'
import { isAdmin } from '../viewer/viewer.ts'
import type { RequestContext } from '../context.ts'
import type { RowOf } from '../database/statements/columns.ts'
import { columnsOf, selectList } from '../database/statements/entity-columns.ts'
import type { Page } from '../database/statements/page.ts'
import { statement, varyingStatement } from '../database/statements/statement.ts'
import { searchableText } from '../database/statements/valid-text.ts'
import { emailKey } from '../people/email.ts'
import type { AuditAction } from './audit-actions.ts'
import { AuditEvent as Entity } from './audit-event.entity.ts'

const columns = columnsOf(Entity)
export type AuditEvent = RowOf<typeof columns>

const select = `select ${selectList('e', columns)} from audit_events e`
const byId = statement(`${select} where e.id = $1::bigint`, columns)

/** Conditions that events must all fulfil. Null is the same as absent. */
export interface AuditFilter {
  target?: string | null | undefined
  action?: readonly AuditAction[] | null | undefined
  actorEmail?: string | null | undefined
  changedAfter?: Date | null | undefined
  changedBefore?: Date | null | undefined
}

/** Adds a parameter, and returns its name in SQL. */
type Add = (value: unknown) => string

/** Each filter as a condition. No stored text equals one that PostgreSQL cannot store. */
const conditions: { [Name in keyof AuditFilter]-?: (value: NonNullable<AuditFilter[Name]>, add: Add) => string } = {
  target: (target, add) => `e.target = ${add(searchableText(target))}::text`,
  action: (actions, add) => `e.action = any(${add(actions)}::text[])`,
  actorEmail: (email, add) =>
    `e.actor_id in (select id from persons where email_key = ${add(searchableText(emailKey(email)))}::text)`,
  // Times are shown to the millisecond.
  changedAfter: (time, add) => `e.at >= ${add(new Date(time.getTime() + 1))}::timestamptz`,
  changedBefore: (time, add) => `e.at < ${add(time)}::timestamptz`,
}

/** A list of audit events, the latest first. A cursor contains the number of an event. Login: admin. */
export async function auditList(context: RequestContext, filter: AuditFilter) {
  const { database } = (await requireAdmin(context)).services
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const parts = (Object.keys(conditions) as (keyof AuditFilter)[]).flatMap((name) => {
    const condition = conditions[name] as (value: unknown, add: Add) => string
    return filter[name] == null ? [] : [condition(filter[name], add)]
  })
  const where = `where ${['true', ...parts].join(' and ')}`
  return {
    load({ after, before, limit, inverted }: Page) {
      const [first, second, third] = [1, 2, 3].map((n) => `$${values.length + n}::bigint`)
      const text = `${select}
${where} and (${first} is null or e.id < ${first}) and (${second} is null or e.id > ${second})
order by e.id ${inverted ? 'asc' : 'desc'}
limit ${third}`
      return database.run(varyingStatement(text, columns), [...values, after?.[0] ?? null, before?.[0] ?? null, limit])
    },
    async count() {
      const text = `select count(*)::int as total from audit_events e ${where}`
      return (await database.run(varyingStatement(text, { total: 'int' }), values))[0]!.total
    },
  }
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

import { requireAdmin } from '../viewer/authenticate.ts'
import type { RequestContext } from '../context.ts'
import type { RowOf } from '../database/statements/columns.ts'
import { columnsOf, selectList } from '../database/statements/entity-columns.ts'
import { idList } from '../database/statements/id-list.ts'
import { type Queryable, statement } from '../database/statements/statement.ts'
import { searchableText } from '../database/statements/valid-text.ts'
import { numbersOf } from '../node-id.ts'
import { emailKey } from '../people/email.ts'
import type { AuditAction } from './audit-actions.ts'
import { AuditEvent as Entity } from './audit-event.entity.ts'

const columns = columnsOf(Entity)
export type AuditEvent = RowOf<typeof columns>

const byId = statement(`select ${selectList(null, columns)} from audit_events where id = $1::bigint`, columns)

/** Adds a parameter, and returns its name in SQL. */
type Add = (value: unknown) => string

/** Each filter as a condition. No stored text equals one that PostgreSQL cannot store. */
const conditions = {
  target: (target: string, add: Add) => `target = ${add(searchableText(target))}::text`,
  action: (actions: readonly AuditAction[], add: Add) => `action = any(${add(actions)}::text[])`,
  actorEmail: (email: string, add: Add) =>
    `actor_id in (select id from persons where email_key = ${add(searchableText(emailKey(email)))}::text)`,
  // Times are shown to the millisecond.
  changedAfter: (time: Date, add: Add) => `at >= ${add(new Date(time.getTime() + 1))}::timestamptz`,
  changedBefore: (time: Date, add: Add) => `at < ${add(time)}::timestamptz`,
}

/** Conditions that events must all fulfil. Null is the same as absent. */
type AuditFilter = {
  [Name in keyof typeof conditions]?: Parameters<(typeof conditions)[Name]>[0] | null | undefined
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
  return idList(database, { table: 'audit_events', columns, where: ['true', ...parts].join(' and '), values })
}

/** An event by its ID. Null if there is none. */
export async function findAuditEvent(db: Queryable, id: string): Promise<AuditEvent | null> {
  const [number] = numbersOf('audit', id, 1)
  const [found = null] = number === undefined ? [] : await db.run(byId, [number])
  return found
}

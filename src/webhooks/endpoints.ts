import { typed, columns, type RowOf } from '../database/columns.ts'
import { columnsOf, selectList } from '../database/entity-columns.ts'
import type { Page } from '../database/page.ts'
import { type Queryable, statement, varyingStatement } from '../database/statement.ts'
import type { CaseEventFilter } from '../feed/event-filter.ts'
import { WebhookEndpoint as Entity } from './webhook.entity.ts'

const storedColumns = columnsOf(
  Entity,
  'id',
  'url',
  'description',
  'personId',
  'touchpointCode',
  'state',
  'version',
  'position',
  'positionCaseId',
  'positionVersion',
)
export const endpointColumns = columns({ ...storedColumns, filter: typed<CaseEventFilter>('jsonb') })
export type Endpoint = RowOf<typeof endpointColumns>

/** The select list of `endpointColumns`, from `webhook_endpoints e`. */
export const endpointSelect = selectList('e', endpointColumns)

const byId = statement(`select ${endpointSelect} from webhook_endpoints e where e.id = $1::bigint`, endpointColumns)

/** Null if there is none. */
export async function findEndpoint(db: Queryable, id: number | undefined): Promise<Endpoint | null> {
  return id === undefined ? null : ((await db.run(byId, [id]))[0] ?? null)
}

const count = statement('select count(*)::int as total from webhook_endpoints', { total: 'int' })

/** The loaders of all endpoints, the oldest first. A cursor contains an ID. */
export function endpointList(db: Queryable) {
  return {
    load({ after, before, limit, inverted }: Page): Promise<Endpoint[]> {
      const text = `
select ${endpointSelect} from webhook_endpoints e
where ($1::bigint is null or e.id > $1::bigint) and ($2::bigint is null or e.id < $2::bigint)
order by e.id ${inverted ? 'desc' : 'asc'}
limit $3::int`
      return db.run(varyingStatement(text, endpointColumns), [after?.[0] ?? null, before?.[0] ?? null, limit])
    },
    count: async (): Promise<number> => (await db.run(count))[0]!.total,
  }
}

/** The target of the audit events about an endpoint. */
export function endpointTarget(id: number): string {
  return `endpoint:${id}`
}

/** The number in the ID of an endpoint. Undefined if it is no such ID. */
export function endpointIdOf(id: string): number | undefined {
  const number = Number(/^endpoint:([1-9]\d{0,15})$/.exec(id)?.[1])
  return Number.isSafeInteger(number) ? number : undefined
}

/** The problem with the ID of an endpoint that does not exist. */
export const unknownEndpoint = {
  code: 'invalidId' as const,
  message: 'id must be the ID of a webhook endpoint, such as "endpoint:1".',
  path: ['id'],
}

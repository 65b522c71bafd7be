import { eachCaseValue } from '../cases/values/case-values.ts'
import { typed } from '../database/statements/columns.ts'
import { columnOf } from '../database/statements/entity-columns.ts'
import type { ExportItem } from '../database/json-file.ts'
import { statement } from '../database/statements/statement.ts'
import { addressRows, namesPerson } from './person-cases.ts'

/** A JSON object in SQL: columns of the table with the alias, and further members as SQL. */
function item(alias: string, columns: readonly string[], members: Record<string, string> = {}): string {
  const values = [...Object.entries(members), ...columns.map((name) => [name, columnOf(alias, name)])]
  return `json_build_object(${values.map(([name, sql]) => `'${name}', ${sql}`).join(', ')})`
}

const byPerson = (alias: string) => `${alias}.actor_id is not distinct from $1::bigint`
const commentId = `format('comment:%s:%s:%s', m.case_id, m.version, m.position)`

const personColumns = ['email', 'firstname', 'subject', 'active', 'blocked', 'version', 'sessionsRevokedAt', 'erasedAt']
const person = item('p', personColumns, {
  id: `'person:' || p.id`,
  login: 'p.kind',
  typeCodes: 'array(select t.type_code from operator_types t where t.operator_id = p.id order by 1)',
  groupNames: `array(
      select g.name from operator_group_members m join operator_groups g on g.id = m.group_id
      where m.operator_id = p.id order by 1)`,
})

const sessionTimes = ['createdAt', 'lastUsedAt', 'expiresAt', 'idleExpiresAt', 'revokedAt', 'issuedAt']
const sessionColumns = ['touchpointCode', 'origin', ...sessionTimes, 'issuer', 'subject', 'sid']
const session = item('s', sessionColumns, { id: `'session:' || s.id` })
const passkey = item('y', ['name', 'touchpointCode', 'createdAt', 'lastUsedAt'], { id: `'passkey:' || y.id` })
const invitation = item('i', ['touchpointCode', 'createdAt', 'expiresAt'])
const storedNumber = (name: string) => `(k.answer::json ->> '${name}')::bigint`
const idempotencyKey = item('k', ['key', 'createdAt', 'problems', 'answer'], {
  caseId: storedNumber('caseId'),
  version: storedNumber('version'),
})
const attachment = item('a', ['name', 'size', 'mediaType', 'sha256', 'createdAt'], {
  id: `'attachment:' || a.id`,
  commentId: `case when a.case_id is not null then format('comment:%s:%s:%s', a.case_id, a.version, a.position) end`,
  contentPath: `format('/api/v4/attachments/%s/content', a.id)`,
})
const endpoint = item('w', ['url', 'description', 'touchpointCode', 'createdAt'], { id: `'endpoint:' || w.id` })

const auditEvent = item('a', ['at', 'touchpointCode', 'action', 'target', 'changes'], {
  id: `'audit:' || a.id`,
  byPerson: byPerson('a'),
})

const event = item('e', ['kind', 'at', 'touchpointCode', 'changes'], {
  id: `format('event:%s:%s', e.case_id, e.version)`,
  byPerson: byPerson('e'),
})

const comment = item('m', ['internal'], {
  id: commentId,
  text: `nullif(m.text, '')`,
  earlierTexts: `array(
      select e.changes -> 0 ->> 'from' from case_events e
      where e.case_id = m.case_id and e.kind = 'COMMENT_EDITED' and e.changes -> 0 ->> 'from' is not null
        and e.changes -> 0 -> 'path' ->> 1 = ${commentId}
      order by e.version)`,
  removed: 'm.removed_version is not null',
  createdAt: 'coalesce(m.imported_at, a.at)',
  touchpointCode: 'case when m.imported_at is null then a.touchpoint_code else m.imported_touchpoint_code end',
})

/** A text that a person has written is shown to the party only. */
const values = eachCaseValue<Record<string, string>>((name, { choices, maximumLength }) => {
  const isWritten = !choices && maximumLength !== undefined
  return isWritten ? `case when c.party_id = $1::bigint then ${columnOf('c', name)} end` : columnOf('c', name)
})

const caseOfPerson = item('c', ['customerWaitingSince', 'version', 'createdAt', 'updatedAt'], {
  id: 'c.id',
  isParty: 'c.party_id is not distinct from $1::bigint',
  isAssignee: 'c.assignee_id is not distinct from $1::bigint',
  ...values,
  caseData: 'case when c.party_id = $1::bigint then c.case_data end',
  comments: `(
      select coalesce(json_agg(${comment} order by m.version, m.position), '[]')
      from case_comments m
      join case_events a on a.case_id = m.case_id and a.version = m.version
      where m.case_id = c.id and coalesce(m.imported_author_id, a.actor_id) = $1::bigint)`,
  events: `(
      select coalesce(json_agg(${event} order by e.version), '[]')
      from case_events e
      where e.case_id = c.id and (e.actor_id = $1::bigint or (${namesPerson})))`,
})

const columns = { item: typed<ExportItem>('json') }

export const personItem = statement(`select ${person} as item from persons p where p.id = $1::bigint`, columns)

const ofPerson = (object: string, from: string) => statement(`select ${object} as item from ${from}`, columns)

/** The lists that are read as a whole, by their members in the file. $1: the person. */
export const listItems = {
  sessions: ofPerson(session, 'sessions s where s.person_id = $1::bigint order by s.created_at, s.id'),
  passkeys: ofPerson(passkey, 'passkeys y where y.person_id = $1::bigint order by y.created_at, y.id'),
  invitations: ofPerson(invitation, 'invitations i where i.person_id = $1::bigint'),
  idempotencyKeys: ofPerson(
    idempotencyKey,
    `idempotency_keys k
where k.token_hash in (select s.token_hash from sessions s where s.person_id = $1::bigint)
order by k.created_at, k.key`,
  ),
  attachments: ofPerson(
    attachment,
    'attachments a where a.uploader_id = $1::bigint and a.sha256 is not null order by a.created_at, a.id',
  ),
  webhookEndpoints: ofPerson(endpoint, 'webhook_endpoints w where w.person_id = $1::bigint order by w.id'),
}

/** A page of the audit events by the person ($1), with the target ($2) or about its sessions, after an event ($3). */
export const auditItems = statement(
  `
select a.id, ${auditEvent} as item
from audit_events a
where a.id > $3::bigint and (a.actor_id = $1::bigint or a.target = $2::text
  or a.target in (select 'session:' || s.id from sessions s where s.person_id = $1::bigint))
order by a.id
limit 500`,
  { id: 'bigint', ...columns },
)

/** The cases ($5) as far as they concern the person ($1). The case data only if the person is the party. */
export const caseItems = statement(
  `
with ${addressRows(2)}
select ${caseOfPerson} as item from cases c where c.id = any($5::bigint[]) order by c.id`,
  columns,
)

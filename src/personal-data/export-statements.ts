import { caseValueColumns } from '../cases/case-columns.ts'
import { typed } from '../database/columns.ts'
import { jsonMembers } from '../database/entity-columns.ts'
import { statement } from '../database/statement.ts'
import type { ExportItem } from '../transfer/file-chunks.ts'
import { addressRows, namesPerson } from './person-cases.ts'

const item = { item: typed<ExportItem>('json') }

export const personItem = statement(
  `
select json_build_object(
  'id', 'person:' || p.id, 'login', p.kind, 'email', p.email, 'firstname', p.firstname, 'subject', p.subject,
  'active', p.active, 'blocked', p.blocked, 'version', p.version, 'sessionsRevokedAt', p.sessions_revoked_at,
  'erasedAt', p.erased_at,
  'typeCodes', array(select t.type_code from operator_types t where t.operator_id = p.id order by 1),
  'groupNames', array(
    select g.name from operator_group_members m join operator_groups g on g.id = m.group_id
    where m.operator_id = p.id order by 1)
) as item
from persons p
where p.id = $1::bigint`,
  item,
)

/** Without the hash of the token. */
export const sessionItems = statement(
  `
select json_build_object(
  'id', 'session:' || s.id, 'touchpointCode', s.touchpoint_code, 'origin', s.origin, 'createdAt', s.created_at,
  'lastUsedAt', s.last_used_at, 'expiresAt', s.expires_at, 'idleExpiresAt', s.idle_expires_at, 'revokedAt', s.revoked_at,
  'issuer', s.issuer, 'subject', s.subject, 'sid', s.sid, 'issuedAt', s.issued_at
) as item
from sessions s
where s.person_id = $1::bigint
order by s.created_at, s.id`,
  item,
)

export const keyItems = statement(
  `
select json_build_object(
  'key', k.key, 'createdAt', k.created_at, 'caseId', k.case_id, 'version', k.version, 'problems', k.problems,
  'answer', k.answer
) as item
from idempotency_keys k
where k.token_hash in (select s.token_hash from sessions s where s.person_id = $1::bigint)
order by k.created_at, k.key`,
  item,
)

/** A page of the audit events by the person ($1), with the target ($2) or about its sessions, after an event ($3). */
export const auditItems = statement(
  `
select a.id, json_build_object(
  'id', 'audit:' || a.id, 'at', a.at, 'byPerson', a.actor_id is not distinct from $1::bigint,
  'touchpointCode', a.touchpoint_code, 'action', a.action, 'target', a.target, 'changes', a.changes
) as item
from audit_events a
where a.id > $3::bigint and (a.actor_id = $1::bigint or a.target = $2::text
  or a.target in (select 'session:' || s.id from sessions s where s.person_id = $1::bigint))
order by a.id
limit 500`,
  { id: 'bigint', ...item },
)

const earlierTexts = `array(
        select e.changes -> 0 ->> 'from' from case_events e
        where e.case_id = m.case_id and e.kind = 'COMMENT_EDITED' and e.changes -> 0 ->> 'from' is not null
          and e.changes -> 0 -> 'path' ->> 1 = format('comment:%s:%s:%s', m.case_id, m.version, m.position)
        order by e.version)`

/** The cases ($5) as far as they concern the person ($1). The case data only if the person is the party. */
export const caseItems = statement(
  `
with ${addressRows(2)}
select json_build_object(
  'id', c.id, 'isParty', c.party_id is not distinct from $1::bigint,
  'isAssignee', c.assignee_id is not distinct from $1::bigint,
  ${jsonMembers('c', caseValueColumns)},
  'version', c.version, 'createdAt', c.created_at, 'updatedAt', c.updated_at,
  'caseData', case when c.party_id = $1::bigint then c.case_data end,
  'comments', (
    select coalesce(json_agg(json_build_object(
      'id', format('comment:%s:%s:%s', m.case_id, m.version, m.position),
      'text', nullif(m.text, ''), 'earlierTexts', ${earlierTexts}, 'internal', m.internal,
      'removed', m.removed_version is not null, 'createdAt', coalesce(m.imported_at, a.at),
      'touchpointCode', case when m.imported_at is null then a.touchpoint_code else m.imported_touchpoint_code end
    ) order by m.version, m.position), '[]')
    from case_comments m
    join case_events a on a.case_id = m.case_id and a.version = m.version
    where m.case_id = c.id and coalesce(m.imported_author_id, a.actor_id) = $1::bigint),
  'events', (
    select coalesce(json_agg(json_build_object(
      'id', format('event:%s:%s', e.case_id, e.version), 'kind', e.kind, 'at', e.at,
      'byPerson', e.actor_id is not distinct from $1::bigint, 'touchpointCode', e.touchpoint_code, 'changes', e.changes
    ) order by e.version), '[]')
    from case_events e
    where e.case_id = c.id and (e.actor_id = $1::bigint or (${namesPerson})))
) as item
from cases c
where c.id = any($5::bigint[])
order by c.id`,
  item,
)

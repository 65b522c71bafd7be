import { auditActionNames } from '../audit/audit-actions.ts'
import { caseDataSchema } from '../cases/case-body.rest.ts'
import { type CaseValueName, eachCaseValue } from '../cases/case-values.ts'
import { caseEventKinds } from '../cases/event-kinds.ts'
import { typed } from '../database/columns.ts'
import { columnOf } from '../database/entity-columns.ts'
import { statement } from '../database/statement.ts'
import { loginKinds } from '../people/people.entity.ts'
import type { ExportItem } from '../database/json-file.ts'
import {
  component,
  exported,
  flag,
  integer,
  type JsonSchema,
  list,
  object,
  oneOf,
  orNull,
  text,
  time,
} from './exported.ts'
import { invitation, passkey, session } from './export-sign-in.ts'
import { addressRows, namesPerson } from './person-cases.ts'

const isPerson = (column: string) => `${column} is not distinct from $1::bigint`
const touchpointCode = orNull(text('The touchpoint, if there was one.'))
const byPerson = (alias: string) => ({ ...flag('Whether the person did it.'), sql: isPerson(`${alias}.actor_id`) })

const person = exported('p', {
  id: { ...text('The ID of the person.'), sql: `'person:' || p.id` },
  login: { ...oneOf('The login kind.', loginKinds), sql: 'p.kind' },
  email: text('The address.'),
  firstname: text('The first name.'),
  subject: orNull(text('The subject of the JWTs of the person.')),
  active: flag('Whether the person is active.'),
  blocked: flag('Whether the person is blocked.'),
  version: integer('Increases by one with every change.'),
  sessionsRevokedAt: orNull(time('When all sessions of the person were last revoked.')),
  erasedAt: orNull(time('When the person was erased.')),
  typeCodes: {
    ...list('The case types that the person is authorised for.', { type: 'string' }),
    sql: 'array(select t.type_code from operator_types t where t.operator_id = p.id order by 1)',
  },
  groupNames: {
    ...list('The groups of the person.', { type: 'string' }),
    sql: `array(
      select g.name from operator_group_members m join operator_groups g on g.id = m.group_id
      where m.operator_id = p.id order by 1)`,
  },
})

const idempotencyKey = exported('k', {
  key: text('The key.'),
  createdAt: time('When the key was stored.'),
  caseId: orNull(integer('The number of the case in the response.')),
  version: orNull(integer('The version of the case in the response.')),
  problems: orNull(text('The problems in the response, as JSON.')),
  answer: orNull(text('The response of an operation that changes no case, as JSON.')),
})

const auditEvent = exported('a', {
  id: { ...text('The ID of the event.'), sql: `'audit:' || a.id` },
  at: time('When it happened.'),
  byPerson: byPerson('a'),
  touchpointCode,
  action: oneOf('What was done.', auditActionNames),
  target: text('The target of the action.'),
  changes: list('The values that were replaced.', component('AuditedValue')),
})

const comment = exported('m', {
  id: { ...text('The ID of the comment.'), sql: `format('comment:%s:%s:%s', m.case_id, m.version, m.position)` },
  text: { ...orNull(text('The text. Null if it was removed.')), sql: `nullif(m.text, '')` },
  earlierTexts: {
    ...list('The texts before each edit.', { type: 'string' }),
    sql: `array(
      select e.changes -> 0 ->> 'from' from case_events e
      where e.case_id = m.case_id and e.kind = 'COMMENT_EDITED' and e.changes -> 0 ->> 'from' is not null
        and e.changes -> 0 -> 'path' ->> 1 = format('comment:%s:%s:%s', m.case_id, m.version, m.position)
      order by e.version)`,
  },
  internal: flag('Whether only operators may read the comment.'),
  removed: { ...flag('Whether the comment was removed.'), sql: 'm.removed_version is not null' },
  createdAt: { ...time('When the comment was added.'), sql: 'coalesce(m.imported_at, a.at)' },
  touchpointCode: {
    ...touchpointCode,
    sql: 'case when m.imported_at is null then a.touchpoint_code else m.imported_touchpoint_code end',
  },
})

const event = exported('e', {
  id: { ...text('The ID of the event.'), sql: `format('event:%s:%s', e.case_id, e.version)` },
  kind: oneOf('The kind of change.', caseEventKinds),
  at: time('When the case was changed.'),
  byPerson: byPerson('e'),
  touchpointCode,
  changes: list('The values that were replaced.', component('ChangedValue')),
})

const caseOfPerson = exported('c', {
  id: integer('The number of the case.'),
  isParty: { ...flag('Whether the person is the party.'), sql: isPerson('c.party_id') },
  isAssignee: { ...flag('Whether the case is assigned to the person.'), sql: isPerson('c.assignee_id') },
  ...eachCaseValue<Record<CaseValueName, JsonSchema>>((name, { description, choices, maximumLength }) => {
    if (choices) return oneOf(description, Object.keys(choices.values))
    if (maximumLength === undefined) return text(description)
    const schema = orNull(text(`${description} Null if there is none, or if the person is not the party.`))
    return { ...schema, sql: `case when c.party_id = $1::bigint then ${columnOf('c', name)} end` }
  }),
  customerWaitingSince: orNull(time('Since when somebody waits for an answer of an operator.')),
  version: integer('Increases by one with every change.'),
  createdAt: time('When the case was created.'),
  updatedAt: time('When the case was last changed.'),
  caseData: {
    sql: 'case when c.party_id = $1::bigint then c.case_data end',
    description: 'The case data. Null unless the person is the party.',
    oneOf: [caseDataSchema, { type: 'null' }],
  },
  comments: {
    ...list('The comments of the person.', comment.schema),
    sql: `(
      select coalesce(json_agg(${comment.sql} order by m.version, m.position), '[]')
      from case_comments m
      join case_events a on a.case_id = m.case_id and a.version = m.version
      where m.case_id = c.id and coalesce(m.imported_author_id, a.actor_id) = $1::bigint)`,
  },
  events: {
    ...list('The changes by the person, and the assignments that name the person.', event.schema),
    sql: `(
      select coalesce(json_agg(${event.sql} order by e.version), '[]')
      from case_events e
      where e.case_id = c.id and (e.actor_id = $1::bigint or (${namesPerson})))`,
  },
})

const webhookEndpoint = exported('w', {
  id: { ...text('The ID of the endpoint.'), sql: `'endpoint:' || w.id` },
  url: text('Where the events are sent.'),
  description: text('A note for people.'),
  touchpointCode: text('The touchpoint at which the person sees the events.'),
  createdAt: time('When the endpoint was created.'),
})

export const personExport = {
  ...object({
    person: { description: 'The person, with groups and authorisations.', ...person.schema },
    sessions: list('The sessions, without tokens and their hashes.', session.schema),
    passkeys: list('The passkeys, without keys.', passkey.schema),
    invitations: list('The open invitation, without its link.', invitation.schema),
    idempotencyKeys: list('The idempotency keys of the sessions.', idempotencyKey.schema),
    webhookEndpoints: list(
      'The webhook endpoints that see what the person sees, without secrets.',
      webhookEndpoint.schema,
    ),
    auditEvents: list(
      "The audit events by the person, about the person and about the person's sessions.",
      auditEvent.schema,
    ),
    cases: list('The cases that the person took part in.', caseOfPerson.schema),
  }),
  description: 'All that is stored about a person.',
}

const item = { item: typed<ExportItem>('json') }

export const personItem = statement(`select ${person.sql} as item from persons p where p.id = $1::bigint`, item)

export const keyItems = statement(
  `
select ${idempotencyKey.sql} as item
from idempotency_keys k
where k.token_hash in (select s.token_hash from sessions s where s.person_id = $1::bigint)
order by k.created_at, k.key`,
  item,
)

export const endpointItems = statement(
  `select ${webhookEndpoint.sql} as item from webhook_endpoints w where w.person_id = $1::bigint order by w.id`,
  item,
)

/** A page of the audit events by the person ($1), with the target ($2) or about its sessions, after an event ($3). */
export const auditItems = statement(
  `
select a.id, ${auditEvent.sql} as item
from audit_events a
where a.id > $3::bigint and (a.actor_id = $1::bigint or a.target = $2::text
  or a.target in (select 'session:' || s.id from sessions s where s.person_id = $1::bigint))
order by a.id
limit 500`,
  { id: 'bigint', ...item },
)

/** The cases ($5) as far as they concern the person ($1). The case data only if the person is the party. */
export const caseItems = statement(
  `
with ${addressRows(2)}
select ${caseOfPerson.sql} as item from cases c where c.id = any($5::bigint[]) order by c.id`,
  item,
)

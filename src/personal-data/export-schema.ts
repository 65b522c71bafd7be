import { sessionOrigins } from '../auth/sessions/session.entity.ts'
import { auditActions } from '../audit/audit-event.entity.ts'
import { caseEventKinds } from '../cases/case.entity.ts'
import { caseDataSchema } from '../cases/case-body.rest.ts'
import { type CaseValueName, eachCaseValue } from '../cases/case-values.ts'
import { loginKinds } from '../people/people.entity.ts'

type JsonSchema = Record<string, unknown>

const text = (description: string, more: JsonSchema = {}) => ({ type: 'string', description, ...more })
const time = (description: string) => text(description, { format: 'date-time' })
const oneOf = (description: string, values: readonly string[]) => text(description, { enum: values })
const flag = (description: string) => ({ type: 'boolean', description })
const integer = (description: string) => ({ type: 'integer', format: 'int64', description })
const orNull = (schema: { type: string; description: string }) => ({ ...schema, type: [schema.type, 'null'] })
const list = (description: string, items: JsonSchema) => ({ type: 'array', description, items })
const object = (properties: JsonSchema) => ({ type: 'object', required: Object.keys(properties), properties })
const component = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const touchpointCode = orNull(text('The touchpoint, if there was one.'))
const byPerson = flag('Whether the person did it.')

const person = object({
  id: text('The ID of the person.'),
  login: oneOf('The login kind.', loginKinds),
  email: text('The address.'),
  firstname: text('The first name.'),
  subject: orNull(text('The subject of the JWTs of the person.')),
  active: flag('Whether the person is active.'),
  blocked: flag('Whether the person is blocked.'),
  version: integer('Increases by one with every change.'),
  sessionsRevokedAt: orNull(time('When all sessions of the person were last revoked.')),
  erasedAt: orNull(time('When the person was erased.')),
  typeCodes: list('The case types that the person is authorised for.', { type: 'string' }),
  groupNames: list('The groups of the person.', { type: 'string' }),
})

const session = object({
  id: text('The ID of the session.'),
  touchpointCode: text('The touchpoint of the session.'),
  origin: oneOf('How the session was created.', sessionOrigins),
  createdAt: time('When the session was created.'),
  lastUsedAt: orNull(time('When the session was last used, to the minute.')),
  expiresAt: orNull(time('When the session ends.')),
  idleExpiresAt: orNull(time('When the session ends if it is not used.')),
  revokedAt: orNull(time('When the session was revoked.')),
  issuer: orNull(text('The issuer of the JWTs of the session.')),
  subject: orNull(text('The subject of the JWTs of the session.')),
  sid: orNull(text('The ID of the session at the issuer.')),
  issuedAt: orNull(time('When the latest JWT of the session was issued.')),
})

const idempotencyKey = object({
  key: text('The key.'),
  createdAt: time('When the key was stored.'),
  caseId: orNull(integer('The number of the case in the response.')),
  version: orNull(integer('The version of the case in the response.')),
  problems: orNull(text('The problems in the response, as JSON.')),
  answer: orNull(text('The response of an operation that changes no case, as JSON.')),
})

const auditEvent = object({
  id: text('The ID of the event.'),
  at: time('When it happened.'),
  byPerson,
  touchpointCode,
  action: oneOf('What was done.', auditActions),
  target: text('The target of the action.'),
  changes: list('The values that were replaced.', component('AuditedValue')),
})

const comment = object({
  id: text('The ID of the comment.'),
  text: orNull(text('The text. Null if it was removed.')),
  earlierTexts: list('The texts before each edit.', { type: 'string' }),
  internal: flag('Whether only operators may read the comment.'),
  removed: flag('Whether the comment was removed.'),
  createdAt: time('When the comment was added.'),
  touchpointCode,
})

const event = object({
  id: text('The ID of the event.'),
  kind: oneOf('The kind of change.', caseEventKinds),
  at: time('When the case was changed.'),
  byPerson,
  touchpointCode,
  changes: list('The values that were replaced.', component('ChangedValue')),
})

const caseOfPerson = object({
  id: integer('The number of the case.'),
  isParty: flag('Whether the person is the party.'),
  isAssignee: flag('Whether the case is assigned to the person.'),
  ...eachCaseValue<Record<CaseValueName, JsonSchema>>((_name, { description, choices, default: byDefault }) => {
    const schema = choices ? oneOf(description, Object.keys(choices.values)) : text(description)
    return byDefault === null ? orNull(schema) : schema
  }),
  version: integer('Increases by one with every change.'),
  createdAt: time('When the case was created.'),
  updatedAt: time('When the case was last changed.'),
  caseData: {
    description: 'The case data. Null unless the person is the party.',
    oneOf: [caseDataSchema, { type: 'null' }],
  },
  comments: list('The comments of the person.', comment),
  events: list('The changes by the person, and the assignments that name the person.', event),
})

/** All that is stored about a person, as the statements of the export return it. */
export const personExport = {
  ...object({
    person: { description: 'The person, with groups and authorisations.', ...person },
    sessions: list('The sessions, without tokens and their hashes.', session),
    idempotencyKeys: list('The idempotency keys of the sessions.', idempotencyKey),
    auditEvents: list("The audit events by the person, about the person and about the person's sessions.", auditEvent),
    cases: list('The cases that the person took part in.', caseOfPerson),
  }),
  description: 'All that is stored about a person.',
}

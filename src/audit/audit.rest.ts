import { pageRoute } from '../rest/page-route.ts'

const element = { type: 'object', additionalProperties: true }

/** JSON Schema. No list of types, because generators of validators do not support it. */
const anyValue = {
  oneOf: [
    { type: 'array', items: { oneOf: [element, { type: 'string' }] } },
    element,
    ...['boolean', 'null', 'number', 'string'].map((type) => ({ type })),
  ],
}

/** `ChangedValue` in OpenAPI where it is a value of the configuration, which can be a list or an object. */
export const auditedValue = { ChangedValue: { name: 'AuditedValue', members: { from: anyValue, to: anyValue } } }

export const auditEventsRoute = pageRoute({
  operation: 'auditEvents',
  path: '/api/v4/audit-events',
  summary: 'List the audit events',
  types: auditedValue,
  nodes: 'id at actor { id login firstname email } touchpoint action target changes { path from to }',
  args: {
    target: 'String',
    action: '[AuditAction!]',
    actorEmail: 'String',
    changedAfter: 'DateTime',
    changedBefore: 'DateTime',
  },
})

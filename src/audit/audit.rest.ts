import { pageRoute } from '../rest/page-route.ts'
import { auditedValue } from './audited-value.rest.ts'

export const auditEventsRoute = pageRoute({
  operation: 'auditEvents',
  path: '/api/v4/audit-events',
  summary: 'List the audit events',
  types: auditedValue,
  nodes: 'id at actor { id login firstname email } touchpoint action target changes { path from to }',
  args: { target: 'String', action: '[AuditAction!]' },
})

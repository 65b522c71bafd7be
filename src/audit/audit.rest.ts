import { pageRoute } from '../rest/page-route.ts'
import { enumsParameter, textParameter } from '../rest/query-parameters.ts'
import { auditActionNames } from './audit-actions.ts'
import { auditedValue } from './audited-value.rest.ts'

export const auditEventsRoute = pageRoute({
  operation: 'auditEvents',
  path: '/api/v4/audit-events',
  summary: 'List the audit events',
  types: auditedValue,
  nodes: 'id at actor { id login firstname email } touchpoint action target changes { path from to }',
  args: {
    target: { type: 'String', read: textParameter },
    action: { type: '[AuditAction!]', read: (query, name) => enumsParameter(query, name, auditActionNames) },
  },
})

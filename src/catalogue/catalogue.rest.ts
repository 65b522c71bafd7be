import { readRoute } from '../rest/read-route.ts'

export const statusesRoute = readRoute({
  operation: 'statuses',
  path: '/api/v4/statuses',
  summary: 'List the statuses',
  document: 'query Statuses { statuses { name active closed default } }',
})

export const resolutionsRoute = readRoute({
  operation: 'resolutions',
  path: '/api/v4/resolutions',
  summary: 'List the resolutions',
  document: 'query Resolutions { resolutions { name active default } }',
})

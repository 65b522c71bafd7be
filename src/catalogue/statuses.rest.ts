import { readDescription, type Route } from '../rest/route.ts'
import { sendBody } from '../rest/tagged-response.ts'

export const statusesRoute: Route = {
  operation: 'statuses',
  method: 'GET',
  path: '/api/v4/statuses',
  document: `
query Statuses {
  statuses { name active closed default }
}`,
  toVariables: () => ({}),
  send: (reply, { data }) => sendBody(reply, { ...data }),
  openapi: {
    summary: 'List the statuses',
    ...readDescription,
  },
}

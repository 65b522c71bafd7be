import { readDescription, type Route } from '../rest/route.ts'
import { sendBody } from '../rest/tagged-response.ts'

export const resolutionsRoute: Route = {
  operation: 'resolutions',
  method: 'GET',
  path: '/api/v4/resolutions',
  document: `
query Resolutions {
  resolutions { name active default }
}`,
  toVariables: () => ({}),
  send: (reply, { data }) => sendBody(reply, { ...data }),
  openapi: {
    summary: 'List the resolutions',
    ...readDescription,
  },
}

import { text } from '../values/case-body.rest.ts'
import { changeRoute } from '../change/change-route.rest.ts'

const path = '/api/v4/cases/:caseInstanceId/assignment'

export const assignCaseRoute = changeRoute({
  operation: 'assignCase',
  method: 'PUT',
  path,
  summary: 'Assign a case',
  body: { email: text, groupName: text },
  together: {
    oneOf: ['email', 'groupName'].map((name) => ({
      required: [name],
      properties: { [name]: { type: 'string', minLength: 1 } },
    })),
  },
})

export const unassignCaseRoute = changeRoute({
  operation: 'unassignCase',
  method: 'DELETE',
  path,
  summary: 'Remove the assignment of a case',
})

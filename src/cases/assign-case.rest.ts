import { type Route, textVariable } from '../rest/route.ts'
import { type AssignCaseErrorCode, assignCaseErrors } from './case.errors.ts'
import { caseAnswer, type ErrorData, type PayloadData, payloadSelection } from './case.rest.ts'

export const assignCaseRoute: Route = {
  operation: 'assignCase',
  method: 'PUT',
  path: ['api', 'v4', 'cases', null, 'assignment'],
  document: `
mutation AssignCase($input: AssignCaseInput!) {
  assignCase(input: $input) {
    __typename
    ... on AssignCasePayload { ${payloadSelection} }
    ... on AssignCaseError { problems { code message path } }
  }
}`,
  toVariables({ pathParameter, body }) {
    return {
      input: {
        caseInstanceId: pathParameter,
        email: textVariable(body['email']),
        groupName: textVariable(body['groupName']),
      },
    }
  },
  toAnswer({ assignCase }, requestId) {
    return caseAnswer(assignCase as PayloadData | ErrorData<AssignCaseErrorCode>, assignCaseErrors, requestId)
  },
  described: {
    summary: 'Assign a case',
    status: 201,
    errors: assignCaseErrors,
    conditional: false,
    required: [],
    body: {},
    together: {
      oneOf: ['email', 'groupName'].map((name) => ({ required: [name], properties: { [name]: { type: 'string' } } })),
    },
  },
}

import { operationProblem, sendProblem } from '../rest/problem.ts'
import { requestFields } from '../rest/request-fields.ts'
import { type Route, textVariable } from '../rest/route.ts'
import { type TakeNextCaseErrorCode, takeNextCaseErrors } from './case.errors.ts'
import { type ErrorData, type PayloadData, payloadSelection, withNumber } from './case.rest.ts'

export const takeNextCaseRoute: Route = {
  operation: 'takeNextCase',
  method: 'POST',
  path: '/api/v4/cases/take-next',
  document: `
mutation TakeNextCase($input: TakeNextCaseInput!) {
  takeNextCase(input: $input) {
    __typename
    ... on TakeNextCasePayload { ${payloadSelection} }
    ... on TakeNextCaseError { problems { code message path } }
  }
}`,
  toVariables(request) {
    return { input: { groupName: textVariable(request.body['groupName']), ...requestFields(request) } }
  },
  send(reply, { data }) {
    const result = data?.['takeNextCase'] as Taken | ErrorData<TakeNextCaseErrorCode>
    if ('problems' in result) return sendProblem(reply, operationProblem(result.problems, takeNextCaseErrors))
    const body = { context: result.context, case: result.case && withNumber(result.case) }
    return reply.type('application/json').serializer(JSON.stringify).send(body)
  },
  openapi: {
    summary: 'Take the next case of a group',
    status: 200,
    errors: takeNextCaseErrors,
    conditional: false,
    required: [],
    body: {},
  },
}

type Taken = Omit<PayloadData, 'case'> & { case: PayloadData['case'] | null }

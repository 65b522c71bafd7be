import type { FastifyRequest } from 'fastify'
import { sendBody } from '../../rest/tagged-response.ts'
import { timeParameter } from '../../rest/query-parameters.ts'
import { readDescription, type Route } from '../../rest/route.ts'
import { caseSelection, requireCase, withNumber } from '../case.rest.ts'

export const completeCaseSelection = `${caseSelection}
fields { name label kind minimum maximum scale value }`

export const readCaseRoute: Route = {
  operation: 'readCase',
  method: 'GET',
  path: '/api/v4/cases/:caseInstanceId',
  document: `
query Case($id: ID!, $asOf: DateTime) {
  case(id: $id, asOf: $asOf) { ${completeCaseSelection} }
}`,
  toVariables: ({ caseInstanceId, query }) => ({ id: caseInstanceId, asOf: timeParameter(query, 'asOf') }),
  send(reply, result) {
    const found = requireCase<{ id: string; version: number }>(result)
    return sendBody(reply, { context: contextOf(reply.request), case: withNumber(found) }, found)
  },
  openapi: {
    summary: 'Read a case',
    ...readDescription,
    hasContext: true,
    types: { Case: { name: 'CompleteCase' } },
  },
}

/** The same as the context of a change. The operation has authenticated the caller. */
function contextOf({ context: { viewer } }: FastifyRequest) {
  return { simpleProfile: { firstname: viewer?.firstname, email: viewer?.email } }
}

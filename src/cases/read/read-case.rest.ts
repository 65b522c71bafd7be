import { pathParameter } from '../../rest/route.ts'
import type { FastifyRequest } from 'fastify'
import { fieldSelection } from '../../catalogue/catalogue.rest.ts'
import { type TaggedCase, caseTag } from '../case.rest.ts'
import { timeParameter } from '../../rest/query-parameters.ts'
import { readRoute } from '../../rest/read-route.ts'
import { sendBody } from '../../rest/tagged-response.ts'
import { completeCaseSelection, permissionsSelection, requireCase, withNumericId } from '../case.rest.ts'

const path = '/api/v4/cases/:caseInstanceId'

export const readCaseRoute = readRoute({
  operation: 'readCase',
  path,
  summary: 'Read a case',
  hasContext: true,
  types: { Case: { name: 'CompleteCase' } },
  document: `
query Case($id: ID!, $asOf: DateTime) {
  case(id: $id, asOf: $asOf) { ${completeCaseSelection} }
}`,
  toVariables: (request) => ({
    id: pathParameter(request, 'caseInstanceId'),
    asOf: timeParameter(request.query, 'asOf'),
  }),
  send(reply, result) {
    const found = requireCase<TaggedCase>(result)
    return sendBody(reply, { context: contextOf(reply.request), case: withNumericId(found) }, caseTag(found))
  },
})

/** `context` of the response, as after a change. The operation has authenticated the caller. */
function contextOf({ context: { viewer } }: FastifyRequest) {
  return { simpleProfile: { firstname: viewer?.firstname, email: viewer?.email } }
}

export const caseFormRoute = readRoute({
  operation: 'readCaseForm',
  path: `${path}/form`,
  summary: 'Read what a form for a case needs',
  types: { Case: { name: 'CaseForm' }, CaseTypeCategory: { name: 'CaseTypeCategoryWithFields' } },
  document: `
query CaseForm($id: ID!) {
  case(id: $id) {
    id
    version
    fields { ${fieldSelection} value }
    ${permissionsSelection}
    availableStatuses { name active closed default settableBy }
    availableResolutions { name active default settableBy }
    availableTypeCategories {
      caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer
      fields { ${fieldSelection} }
    }
  }
}`,
  toVariables: (request) => ({ id: pathParameter(request, 'caseInstanceId') }),
  send(reply, result) {
    const found = requireCase<TaggedCase>(result)
    return sendBody(reply, { case: withNumericId(found) }, caseTag(found))
  },
})

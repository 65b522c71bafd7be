import { sendBody } from '../../rest/tagged-response.ts'
import { readDescription, type Route } from '../../rest/route.ts'
import { permissionsSelection, requireCase, withNumber } from '../case.rest.ts'

export const caseFormRoute: Route = {
  operation: 'readCaseForm',
  method: 'GET',
  path: '/api/v4/cases/:caseInstanceId/form',
  document: `
query CaseForm($id: ID!) {
  case(id: $id) {
    id
    version
    fields { name label kind minimum maximum scale value }
    ${permissionsSelection}
    availableStatuses { name active closed default }
    availableResolutions { name active default }
    availableTypeCategories {
      caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer
      fields { name label kind minimum maximum scale }
    }
  }
}`,
  toVariables: ({ caseInstanceId }) => ({ id: caseInstanceId }),
  send(reply, result) {
    const found = requireCase<{ id: string; version: number }>(result)
    return sendBody(reply, { case: withNumber(found) }, found)
  },
  openapi: {
    summary: 'Read what a form for a case needs',
    ...readDescription,
    types: { Case: { name: 'CaseForm' }, CaseTypeCategory: { name: 'CaseTypeCategoryWithFields' } },
  },
}

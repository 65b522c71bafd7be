import { readDescription, type Route } from '../rest/route.ts'
import { sendBody } from '../rest/tagged-response.ts'

export const viewerRoute: Route = {
  operation: 'readViewer',
  method: 'GET',
  path: '/api/v4/viewer',
  document: `
query Viewer {
  viewer {
    id login firstname email
    touchpoint { code name }
    groups { id name }
    typeCategories {
      caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer
      fields { name label kind minimum maximum scale }
    }
  }
}`,
  toVariables: () => ({}),
  send: (reply, { data }) => sendBody(reply, { ...data }),
  openapi: {
    summary: 'Read the caller, and the type categories in which the caller can create cases',
    ...readDescription,
    types: { CaseTypeCategory: { name: 'CaseTypeCategoryWithFields' } },
  },
}

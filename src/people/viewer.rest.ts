import type { Route } from '../rest/route.ts'
import { sendBody } from '../rest/tagged-response.ts'

export const viewerRoute: Route = {
  operation: 'readViewer',
  method: 'GET',
  path: '/api/v4/viewer',
  document: `
query Viewer {
  viewer {
    login firstname email
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
    summary: 'Read who is calling, and which cases the caller can create',
    status: 200,
    errors: {},
    conditional: true,
    required: [],
    body: {},
    types: { CaseTypeCategory: { name: 'CaseTypeCategoryWithFields' } },
  },
}

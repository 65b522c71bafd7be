import { fieldSelection } from '../catalogue/fields.rest.ts'
import { readRoute } from '../rest/read-route.ts'
import { sendBody } from '../rest/tagged-response.ts'

export const configurationRoute = readRoute({
  operation: 'readConfiguration',
  path: '/api/v4/configuration',
  summary: 'Read the configuration',
  types: {
    CaseType: { name: 'ConfiguredType' },
    CaseCategory: { name: 'ConfiguredCategory' },
    'ConfiguredTypeCategory.caseType': { name: 'CaseTypeCode' },
    'ConfiguredTypeCategory.category': { name: 'CaseCategoryCode' },
    CaseStatus: { name: 'ConfiguredStatus' },
    CaseResolution: { name: 'ConfiguredResolution' },
  },
  document: `
query ReadConfiguration {
  configuration {
    revision
    categories { code name active system version }
    types { code name active fields { ${fieldSelection} } version }
    typeCategories { caseType { code } category { code } active appVisible defaultAnswer group { id name } version }
    statuses { name active closed default transitions version }
    resolutions { name active default version }
    touchpoints {
      code name allTypeCategories
      grants { typeCode categoryCode modifyCases }
      logins registers
      secrets { id createdAt lastUsedAt }
      version
    }
  }
}`,
  send(reply, { data }) {
    const { configuration } = data as { configuration: { revision: string } }
    return sendBody(reply, { configuration }, configuration.revision)
  },
})

import { pathParameter } from '../../rest/route.ts'
import { CachedResponse } from '../../http/cached-response.ts'
import { notFound, readRoute } from '../../rest/read-route.ts'
import { sendTagged } from '../../rest/tagged-response.ts'

const mediaType = 'application/schema+json'

export const dataSchemaRoute = readRoute({
  operation: 'readDataSchema',
  path: '/api/v4/types/:typeCode/schema',
  summary: 'Read the JSON Schema of the case data of a type',
  mediaType,
  response: { type: 'object', description: 'A JSON Schema 2020-12.', additionalProperties: true },
  document: 'query DataSchema($typeCode: String!) { caseType(code: $typeCode) { dataSchema } }',
  toVariables: (request) => ({ typeCode: pathParameter(request, 'typeCode') }),
  send(reply, { data }) {
    const type = data?.['caseType'] as { dataSchema: unknown } | null
    if (!type) throw notFound('type')
    return sendTagged(reply, new CachedResponse(JSON.stringify(type.dataSchema)), mediaType)
  },
})

import { RequestError } from '../errors.ts'
import { EncodedVariants } from '../http/encoded-variants.ts'
import { etagOf } from '../http/etag.ts'
import type { Answer } from '../http/send.ts'
import type { Route } from '../rest/route.ts'

export const lookupRoute: Route = {
  operation: 'caseTypeCategories',
  method: 'GET',
  path: ['api', 'v4', 'cases', 'typecategory'],
  document: `
query CaseTypeCategories(
  $visibility: CaseTypeCategoryVisibility
  $caseTypeCode: String
  $caseCategoryCode: String
) {
  caseTypeCategories(
    visibility: $visibility
    caseTypeCode: $caseTypeCode
    caseCategoryCode: $caseCategoryCode
  ) {
    caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer
  }
}`,
  toVariables({ query }) {
    return {
      visibility: visibilityVariable(single(query, 'visibility')),
      caseTypeCode: single(query, 'caseTypeCode'),
      caseCategoryCode: single(query, 'caseCategoryCode'),
    }
  },
  toAnswer(data) {
    let answer = readyAnswers.get(data)
    if (!answer) readyAnswers.set(data, (answer = lookupAnswer(data)))
    return answer
  },
  described: {
    summary: 'List case types and categories',
    status: 200,
    errors: {},
    conditional: true,
    required: [],
    body: {},
  },
}

/** Results that are kept ready come again as the same object, see graphql/ready-lookups.ts. */
const readyAnswers = new WeakMap<object, Answer>()

function lookupAnswer(data: object): Answer {
  const json = JSON.stringify(data)
  // Node sends a text together with the headers, and a long one by encoding it each time.
  const body = json.length < 4096 ? json : Buffer.from(json)
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    vary: 'Service-Touchpoint, Service-Token, Accept-Encoding',
    etag: etagOf(json),
  }
  return { status: 200, headers, body, forms: new EncodedVariants() }
}

function visibilityVariable(visibility: string | undefined): string {
  if (visibility === undefined || visibility === 'all') return 'ALL'
  if (visibility === 'app') return 'APP'
  throw new RequestError('BAD_USER_INPUT', 'visibility must be app or all.')
}

function single(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name)
  if (others.length > 0) throw new RequestError('BAD_USER_INPUT', `${name} must be sent once.`)
  return value
}

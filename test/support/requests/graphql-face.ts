import { expect } from 'vitest'
import type { OperationName } from '../../../src/cases/case.errors.ts'
import { olga, paula } from './credentials.ts'
import type { Changed, Face, LookupRecord, Problem, Refused } from './face.ts'
import { graphql, type GraphQLResponse } from './graphql.ts'
import { requestErrorCodes } from './request-error-codes.ts'
import { defined } from './rest-face.ts'
import type { TestServer } from '../server/server.ts'

function changeDocument(operation: OperationName): string {
  const type = operation[0]!.toUpperCase() + operation.slice(1)
  return `
mutation ($input: ${type}Input!) {
  result: ${operation}(input: $input) {
    ... on ${type}Payload {
      context { simpleProfile { firstname email } }
      case { id categoryCode typeCode status resolution }
    }
    ... on ${type}Error { code message problems { code message path } }
  }
}`
}

const lookupDocument = `
query ($visibility: CaseTypeCategoryVisibility, $caseTypeCode: String, $caseCategoryCode: String) {
  caseTypeCategories(visibility: $visibility, caseTypeCode: $caseTypeCode, caseCategoryCode: $caseCategoryCode) {
    caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer
  }
}`

interface ChangeData {
  result:
    | null
    | (Omit<Changed, 'outcome' | 'case'> & { case: Omit<Changed['case'], 'id'> & { id: string } })
    | { code: string; message: string; problems: (Problem & { message: string })[] }
}

export function graphqlFace(server: Pick<TestServer, 'url'>): Face {
  const change: Face['change'] = async (operation, { id, body, token, touchpoint }) => {
    const caller = { ...olga, ...defined({ token, touchpoint }) }
    const input = { ...body, ...(id !== undefined && { caseInstanceId: `${id}` }) }
    const answer = await graphql<ChangeData>(server.url, changeDocument(operation), { input }, caller)
    const result = answer.data?.result
    if (!result || answer.errors) return asRefused(answer)
    if ('case' in result) return { outcome: 'ok', ...result, case: { ...result.case, id: Number(result.case.id) } }
    expect(result.message).not.toBe('')
    for (const { message } of result.problems) expect(message).not.toBe('')
    return { outcome: 'error', code: result.code, problems: result.problems.map(({ code, path }) => ({ code, path })) }
  }
  return {
    name: 'GraphQL',
    change,
    update: (request) => change('updateCase', request),
    assign: (request) => change('assignCase', request),
    async lookup({ token, touchpoint, visibility, ...filters } = {}) {
      const caller = { ...paula, ...defined({ token, touchpoint }) }
      const variables = visibility ? { ...filters, visibility: visibility.toUpperCase() } : filters
      const answer = await graphql<{ caseTypeCategories: LookupRecord[] | null }>(
        server.url,
        lookupDocument,
        variables,
        caller,
      )
      const records = answer.data?.caseTypeCategories
      return records && !answer.errors ? { outcome: 'ok', records } : asRefused(answer)
    },
  }
}

function asRefused({ data, errors }: GraphQLResponse<object>): Refused {
  expect(Object.values(data ?? {}).filter((result) => result !== null)).toEqual([])
  const { code: graphqlCode, problems } = errors?.[0]?.extensions ?? {}
  const [code] = Object.entries(requestErrorCodes).find(([, refusal]) => refusal.graphql === graphqlCode) ?? []
  const located = problems && { paths: problems.map(({ path }) => path) }
  return { outcome: 'refused', code: code ?? `${graphqlCode}: ${errors?.[0]?.message}`, ...located }
}

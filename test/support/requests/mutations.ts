import type { OperationName } from '../../../src/cases/case.errors.ts'
import type { Credentials } from './credentials.ts'
import { graphql, type GraphQLResponse } from './graphql.ts'

export type Mutation = OperationName

export interface MutatedCase {
  id: string
  version: number
  status: string
  resolution: string
  typeCode: string
  categoryCode: string
  caseData: Record<string, boolean | number>
  updatedAt: string
  party: { email: string } | null
  assignee: { email: string } | null
  group: { name: string } | null
  comments: { edges: { node: { text: string } }[] }
}

export interface MutationResult {
  result: {
    context?: { simpleProfile: { email: string } }
    /** Null if takeNextCase found none. */
    case?: MutatedCase | null
    code?: string
    problems?: { code: string; path: string[]; message: string }[]
  } | null
}

const caseFields = `
  id version status resolution typeCode categoryCode caseData updatedAt
  party { email } assignee { email } group { name } comments(first: 5) { edges { node { text } } }`

/** Sends a mutation and selects everything that its result has. */
export function mutate(
  url: string,
  mutation: Mutation,
  input: Record<string, unknown>,
  caller?: Credentials,
): Promise<GraphQLResponse<MutationResult>> {
  const type = mutation[0]!.toUpperCase() + mutation.slice(1)
  const document = `
mutation ($input: ${type}Input!) {
  result: ${mutation}(input: $input) {
    ... on ${type}Payload { context { simpleProfile { email } } case { ${caseFields} } }
    ... on ${type}Error { code problems { code path message } }
  }
}`
  return graphql(url, document, { input }, caller)
}

import type { OperationName } from '../../../src/cases/case.errors.ts'
import type { Credentials } from './credentials.ts'
import { graphql } from './graphql.ts'

/** Mutations of one case. */
export type ChangeName = OperationName

/** The fields that are selected by default. */
export interface ChangedCase {
  id: string
  version: number
  status: string
  resolution: string
  typeCode: string
  categoryCode: string
  caseData: Record<string, boolean | number>
  updatedAt: string
  customerWaitingSince: string | null
  party: { email: string } | null
  assignee: { email: string } | null
  group: { name: string } | null
  comments: { nodes: { text: string }[] }
}

const caseFields = `
  id version status resolution typeCode categoryCode caseData updatedAt customerWaitingSince
  party { email } assignee { email } group { name } comments(first: 5) { nodes { text } }`

export interface ChangeAnswer<Case = ChangedCase> {
  context?: { simpleProfile: { email: string } }
  /** The selected fields of the case. Null if takeNextCase found none. */
  case?: Case | null
  /** The code of the result's error. */
  code?: string
  problems?: { code: string; message: string; path: string[] }[]
  /** The first GraphQL error. */
  error?: { code?: string; message: string; [detail: string]: unknown }
}

/** Sends a mutation and returns its result or its GraphQL error. `selection`: the fields of the case. */
export async function change<Case = ChangedCase>(
  url: string,
  mutation: ChangeName,
  input: Record<string, unknown>,
  caller?: Credentials,
  selection = caseFields,
): Promise<ChangeAnswer<Case>> {
  const type = mutation[0]!.toUpperCase() + mutation.slice(1)
  const document = `mutation ($input: ${type}Input!) {
    result: ${mutation}(input: $input) {
      ... on ${type}Payload { context { simpleProfile { email } } case { ${selection} } }
      ... on ${type}Error { code problems { code message path } }
    }
  }`
  const { data, errors } = await graphql<{ result: ChangeAnswer<Case> }>(url, document, { input }, caller)
  if (errors) return { error: { message: errors[0]!.message, ...errors[0]!.extensions } }
  return data!.result
}

import type { OperationName } from '../../../src/cases/case.errors.ts'
import type { Credentials } from './credentials.ts'
import { graphql } from './graphql.ts'

/** Mutations of one case. */
export type ChangeName = OperationName

export interface ChangeAnswer<Case> {
  /** The selected fields of the case. Null if takeNextCase found none. */
  case?: Case | null
  /** The code of the result's error. */
  code?: string
  problems?: { code: string; message: string; path: string[] }[]
  /** The first GraphQL error. */
  error?: { code?: string; message: string; [detail: string]: unknown }
}

/** Sends a mutation and returns its result or its GraphQL error. `selection`: the fields of the case. */
export async function change<Case = { id: string; version: number }>(
  url: string,
  mutation: ChangeName,
  input: Record<string, unknown>,
  caller?: Credentials,
  selection = 'id version',
): Promise<ChangeAnswer<Case>> {
  const type = mutation[0]!.toUpperCase() + mutation.slice(1)
  const document = `mutation ($input: ${type}Input!) {
    result: ${mutation}(input: $input) {
      ... on ${type}Payload { case { ${selection} } }
      ... on ${type}Error { code problems { code message path } }
    }
  }`
  const { data, errors } = await graphql<{ result: ChangeAnswer<Case> }>(url, document, { input }, caller)
  if (errors) return { error: { message: errors[0]!.message, ...errors[0]!.extensions } }
  return data!.result
}

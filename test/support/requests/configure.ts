import identityData from '../../../src/transfer/demo-data-identity.json' with { type: 'json' }
import { ada, credentialHeaders } from './credentials.ts'
import { graphql } from './graphql.ts'
import { asGraphqlError, type FailedChange } from './graphql-errors.ts'
import type { ProblemDocument } from './rest-face.ts'

export { ada }
/** The admin of the demonstration data, Ada, and her session. */
export const adminData = { admins: identityData.admins, sessions: identityData.sessions }

export interface ConfigurationChange {
  path: string[]
  kind: 'CREATED' | 'UPDATED' | 'UNCHANGED'
  version: number
  changes: { path: string[]; from: unknown; to: unknown }[]
  impact: { kind: string; count: number; message: string }[]
}

export interface ConfigureAnswer extends FailedChange {
  changes?: ConfigurationChange[]
}

const document = `
mutation ($input: ConfigureInput!) {
  result: configure(input: $input) {
    ... on ConfigurePayload {
      context { simpleProfile { firstname } }
      changes { path kind version changes { path from to } impact { kind count message } }
    }
    ... on ConfigureError { code problems { code message path } }
  }
}`

/** Sends `configure` over GraphQL, by default as Ada. */
export async function configure(url: string, input: object, caller = ada): Promise<ConfigureAnswer> {
  const { data, errors } = await graphql<{ result: ConfigureAnswer | null }>(url, document, { input }, caller)
  if (data?.result) {
    const { changes, problems } = data.result
    return { ...(changes && { changes }), ...(problems && { problems }) }
  }
  const [{ message, extensions } = { message: '', extensions: {} }] = errors ?? []
  return { error: { message, ...extensions } as NonNullable<ConfigureAnswer['error']> }
}

/** The same over REST. The locations of problems are converted to those of GraphQL. */
export async function configureOverRest(url: string, input: object, caller = ada): Promise<ConfigureAnswer> {
  const { dryRun, idempotencyKey, ...body } = input as { dryRun?: boolean; idempotencyKey?: string }
  const response = await fetch(`${url}/api/v4/configuration${dryRun ? '?dryRun=true' : ''}`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      ...credentialHeaders(caller),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as ProblemDocument & { changes: ConfigurationChange[] }
  return response.status === 200 ? { changes: answer.changes } : asGraphqlError(answer)
}

/** For tests of both APIs. */
export const configureFaces = [
  { api: 'GraphQL', configure },
  { api: 'REST', configure: configureOverRest },
] as const

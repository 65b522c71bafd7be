import identityData from '../../../src/transfer/demo-data-identity.json' with { type: 'json' }
import type { Credentials } from './credentials.ts'
import { graphql } from './graphql.ts'

/** The admin of the demonstration data, and her session. For servers with `adminData`. */
export const ada: Credentials = { token: 'demo-admin-ada', touchpoint: 'desk' }
export const adminData = { admins: identityData.admins, sessions: identityData.sessions }

export interface ConfigurationChange {
  path: string[]
  kind: 'CREATED' | 'UPDATED' | 'UNCHANGED'
  version: number
  changes: { path: string[]; from: unknown; to: unknown }[]
  impact: { kind: string; count: number; message: string }[]
}

export interface ConfigureAnswer {
  changes?: ConfigurationChange[]
  problems?: { code: string; message: string; path: string[] }[]
  error?: { code: string; message: string; path?: string[]; currentVersion?: number }
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

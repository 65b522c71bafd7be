import { expect } from 'vitest'
import { type Credentials, credentialHeaders, olga } from './credentials.ts'

export interface GraphQLResponse<Data> {
  data?: Data | null
  errors?: { message: string; path?: (string | number)[]; extensions?: ErrorExtensions }[]
}

interface ErrorExtensions {
  code?: string
  requestId?: string
  problems?: { message: string; path: string[] }[]
}

/** Executes a document over HTTP, by default as Olga. The status of an executed operation is always 200. */
export async function graphql<Data>(
  url: string,
  query: string,
  variables: Record<string, unknown> = {},
  caller: Credentials = olga,
): Promise<GraphQLResponse<Data>> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...credentialHeaders(caller) },
    body: JSON.stringify({ query, variables }),
  })
  expect(answer.status).toBe(200)
  // The cost has its own tests in query-cost.test.ts.
  const { extensions: _, ...rest } = (await answer.json()) as GraphQLResponse<Data> & { extensions?: object }
  return rest
}

/** Executes a document that must not fail, and returns its data. */
export async function graphqlData<Data>(...request: Parameters<typeof graphql>): Promise<Data> {
  const { data, errors } = await graphql<Data>(...request)
  expect(errors).toBeUndefined()
  return data as Data
}

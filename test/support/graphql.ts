import { expect } from 'vitest'
import { type Credentials, credentialHeaders, olga } from './credentials.ts'

export interface GraphQLResponse<Data> {
  data?: Data | null
  errors?: { message: string; path?: (string | number)[]; extensions?: { code?: string; requestId?: string } }[]
}

/** Executes a document over HTTP, by default as Olga. An executed operation is a 200 whatever came of it. */
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
  // What a document costs is a claim of its own, see limits.test.ts.
  const { extensions: _, ...rest } = (await answer.json()) as GraphQLResponse<Data> & { extensions?: object }
  return rest
}

/** The data of an answer that has no errors. */
export async function graphqlData<Data>(...request: Parameters<typeof graphql>): Promise<Data> {
  const { data, errors } = await graphql<Data>(...request)
  expect(errors).toBeUndefined()
  return data as Data
}

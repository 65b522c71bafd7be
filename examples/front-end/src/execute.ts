import type { TypedDocumentString } from './gql/graphql.ts'

/** A session of the demonstration data. Get the token of a real session from your login. */
export const credentials = { touchpoint: 'web', token: 'demo-party-paula' }

const headers = {
  'Content-Type': 'application/json',
  'Service-Touchpoint': credentials.touchpoint,
  'Service-Token': credentials.token,
}

/** Sends a document. Throws the first error of the request. */
export async function execute<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const body = JSON.stringify({ query: document, variables })
  const response = await fetch('/graphql', { method: 'POST', headers, body })
  const { data, errors } = await response.json()
  if (errors) throw new Error(errors[0].message)
  return data
}

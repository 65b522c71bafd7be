import { type Client, createRequest, stringifyDocument, type TypedDocumentNode } from 'urql'

/**
 * Sends a mutation that changes nothing that pages show. The client would load everything again that contains something of the same
 * type. Undefined if it failed: then nothing is said.
 */
export async function sendQuietly<Data, Variables extends object>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data | undefined> {
  const { url, fetchOptions } = client.createRequestOperation('mutation', createRequest(document, variables)).context
  const options = typeof fetchOptions === 'function' ? fetchOptions() : fetchOptions
  const headers = { ...(options?.headers as object), 'Content-Type': 'application/json' }
  const body = JSON.stringify({ query: stringifyDocument(document), variables })
  try {
    const response = await fetch(url, { ...options, method: 'POST', headers, body })
    return ((await response.json()) as { data?: Data }).data
  } catch {
    return undefined
  }
}

import { hash } from 'node:crypto'
import {
  ApolloClient,
  ApolloLink,
  CombinedGraphQLErrors,
  gql,
  HttpLink,
  InMemoryCache,
  ServerError,
} from '@apollo/client'
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { isAbstractType } from 'graphql'
import { schema } from '../../../src/schema.ts'
import { credentialHeaders } from '../requests/credentials.ts'
import {
  type AnswerErrors,
  cancelledOrThrown,
  type Client,
  type ClientRequest,
  codesOf,
  type Outcome,
} from './client.ts'

/** Required by Apollo's cache for unions. */
const possibleTypes = Object.fromEntries(
  Object.values(schema.getTypeMap())
    .filter(isAbstractType)
    .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
)

export const apollo: Client = {
  name: 'Apollo Client',
  execute: (url, request) => send(new HttpLink({ uri: `${url}/graphql` }), request),
}

/** A request as Apollo Client sent it. */
export interface Sent {
  method: string
  hasHash: boolean
  hasText: boolean
}

/** Apollo Client with automatic persisted queries. It remembers whether the service supports them. */
export function apolloByHash(sent: Sent[], options: PersistedQueryLink.Options = { sha256 }): Client {
  const byHash = new PersistedQueryLink(options)
  const watched: typeof fetch = (input, init) => {
    const parameters = Object.fromEntries(new URL(String(input)).searchParams)
    const { query, extensions } = init?.body ? (JSON.parse(String(init.body)) as Parameters) : parameters
    sent.push({
      method: init?.method ?? 'GET',
      hasHash: JSON.stringify(extensions ?? {}).includes('persistedQuery'),
      hasText: query !== undefined,
    })
    return fetch(input, init)
  }
  return {
    name: 'Apollo Client by hash',
    execute: (url, request) =>
      send(ApolloLink.from([byHash, new HttpLink({ uri: `${url}/graphql`, fetch: watched })]), request),
  }
}

interface Parameters {
  query?: string
  extensions?: unknown
}

export function sha256(text: string): string {
  return hash('sha256', text)
}

async function send(link: ApolloLink, { document, variables, caller, signal }: ClientRequest): Promise<Outcome> {
  const client = new ApolloClient({ link, cache: new InMemoryCache({ possibleTypes }) })
  const context = { headers: credentialHeaders(caller), ...(signal && { fetchOptions: { signal } }) }
  try {
    const isQuery = document.startsWith('query')
    const { data } = isQuery
      ? await client.query({ query: gql(document), variables, context })
      : await client.mutate({ mutation: gql(document), variables, context })
    return { data }
  } catch (error) {
    if (CombinedGraphQLErrors.is(error)) return { codes: codesOf(error) }
    if (!ServerError.is(error)) return cancelledOrThrown(error, signal)
    return { status: error.statusCode, codes: codesOf(JSON.parse(error.bodyText) as AnswerErrors) }
  } finally {
    client.stop()
  }
}

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
import { credentialHeaders } from '../credentials.ts'
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

/** Apollo Client that sends this hash for each document, and the text if the service does not know the hash. */
export function apolloByHash(hash: string, sent: object[]): Client {
  return {
    name: 'Apollo Client by hash',
    execute(url, request) {
      const watched: typeof fetch = (input, init) => {
        sent.push(JSON.parse(String(init?.body)) as object)
        return fetch(input, init)
      }
      const http = new HttpLink({ uri: `${url}/graphql`, fetch: watched })
      return send(ApolloLink.from([new PersistedQueryLink({ generateHash: () => hash }), http]), request)
    },
  }
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

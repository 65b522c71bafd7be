import { cacheExchange, Client, type CombinedError, fetchExchange, mapExchange } from 'urql'
import { retryExchange } from '@urql/exchange-retry'

/** Each session has its own client, so that cached data is not shared between people. */
export function clientFor(session: string, onError: (error: CombinedError) => void): Client {
  return new Client({
    url: '/desk/graphql',
    exchanges: [
      cacheExchange,
      mapExchange({ onError }),
      // Every mutation has an idempotency key, so that it takes effect once, also if only the response was lost.
      retryExchange({
        maxNumberAttempts: 3,
        initialDelayMs: 500,
        retryIf: ({ networkError }) => Boolean(networkError),
      }),
      fetchExchange,
    ],
    // Queries in URLs would appear in access logs.
    preferGetMethod: false,
    // If another person has signed in in another tab, the service rejects the requests of this one.
    fetchOptions: { headers: { 'Desk-Session': session } },
  })
}

export function hasCode(error: CombinedError | undefined, code: string): boolean {
  return error?.graphQLErrors.some(({ extensions }) => extensions?.['code'] === code) ?? false
}

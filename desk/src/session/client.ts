import { cacheExchange, Client, type CombinedError, fetchExchange, mapExchange } from 'urql'
import { retryExchange } from '@urql/exchange-retry'
import { fetchOrEarly } from './early'

/** Whether the page is being left. What is sent then is sent although the page is gone. */
let isLeaving = false
window.addEventListener('pagehide', () => (isLeaving = true), { capture: true })
window.addEventListener('pageshow', () => (isLeaving = false))

/** Each session has its own client, so that cached data is not shared between people. */
export function clientFor(session: string, onError: (error: CombinedError) => void): Client {
  return new Client({
    url: '/desk/graphql',
    fetch: fetchOrEarly,
    exchanges: [
      cacheExchange,
      mapExchange({ onError }),
      // Mutations that must not take effect twice have an idempotency key, or say that they are not retried.
      retryExchange({
        maxNumberAttempts: 3,
        initialDelayMs: 500,
        retryIf: ({ networkError }, { context }) => Boolean(networkError) && context['isRetried'] !== false,
      }),
      fetchExchange,
    ],
    // Queries in URLs would appear in access logs.
    preferGetMethod: false,
    // If another person has signed in in another tab, the service rejects the requests of this one.
    fetchOptions: () => ({ headers: { 'Desk-Session': session }, keepalive: isLeaving }),
  })
}

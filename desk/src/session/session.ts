import { cacheExchange, Client, type CombinedError, fetchExchange, mapExchange } from 'urql'
import { retryExchange } from '@urql/exchange-retry'

/** The credentials of every request. */
export interface Session {
  touchpoint: string
  token: string
}

/** Each session has its own client, so that cached data is not shared between people. */
export function clientFor(session: Session, onError: (error: CombinedError) => void = () => {}): Client {
  return new Client({
    url: '/graphql',
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
    fetchOptions: { headers: { 'Service-Touchpoint': session.touchpoint, 'Service-Token': session.token } },
  })
}

export function hasCode(error: CombinedError | undefined, code: string): boolean {
  return error?.graphQLErrors.some(({ extensions }) => extensions?.['code'] === code) ?? false
}

// Session storage belongs to one browser tab and ends with it. Tabs pass the session on (see other-tabs.ts). The session
// survives a reload, and no token remains on a shared computer. Scripts can read session storage, so the page allows only
// its own scripts (see vite.config.ts).
const storageKey = 'session'

export function storedSession(): Session | undefined {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? undefined : (JSON.parse(text) as Session)
}

export function storeSession(session: Session | undefined): void {
  if (session) sessionStorage.setItem(storageKey, JSON.stringify(session))
  else sessionStorage.removeItem(storageKey)
}

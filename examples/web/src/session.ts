import { cacheExchange, Client, fetchExchange } from 'urql'

/** The credentials of every request, and the login kind, which the login page knows. */
export interface Session {
  touchpoint: string
  token: string
  login: 'OPERATOR' | 'PARTY' | 'CONSUMER'
}

/** Each session has its own client, so that cached data is not shared between people. */
export function clientFor(session: Session): Client {
  return new Client({
    url: '/graphql',
    exchanges: [cacheExchange, fetchExchange],
    // Queries in URLs would appear in access logs.
    preferGetMethod: false,
    fetchOptions: { headers: credentials(session) },
  })
}

export function credentials({ touchpoint, token }: Session): Record<string, string> {
  return { 'Service-Touchpoint': touchpoint, 'Service-Token': token }
}

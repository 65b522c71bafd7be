import { cacheExchange, Client, fetchExchange } from 'urql'

/** What every request carries, and what the person logged in as: the page that logs people in knows that. */
export interface Session {
  touchpoint: string
  token: string
  login: 'OPERATOR' | 'PARTY' | 'CONSUMER'
}

/** A session's own client, so that nothing that one person has read is there for the next. */
export function clientFor(session: Session): Client {
  return new Client({
    url: '/graphql',
    exchanges: [cacheExchange, fetchExchange],
    // Credentials belong in headers, and what is asked for in no log of addresses.
    preferGetMethod: false,
    fetchOptions: { headers: credentials(session) },
  })
}

export function credentials({ touchpoint, token }: Session): Record<string, string> {
  return { 'Service-Touchpoint': touchpoint, 'Service-Token': token }
}

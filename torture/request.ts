import type { CheckedRequest } from '../bench/load/load.ts'
import { requestText } from '../test/support/requests/raw-socket.ts'

export interface Caller {
  touchpoint: string
  token: string
}

/** The operator with this number, who has a session of the same number. At most 5,000. */
export function operator(number: number): Caller {
  return { touchpoint: `tp${1 + (Math.floor((number - 1) / 10) % 50)}`, token: `bench-session-${number}` }
}

export const credentialsOf = ({ touchpoint, token }: Caller): Record<string, string> => ({
  'Service-Touchpoint': touchpoint,
  'Service-Token': token,
})

/** A request as it is sent. A body is sent as JSON. */
export function request(line: string, headers: Record<string, string>, body?: object): string {
  const ofBody = body && { 'Content-Type': 'application/json' }
  return requestText(line, { Accept: 'application/json', ...headers, ...ofBody }, body && JSON.stringify(body))
}

/** A GraphQL request. `accept` gets the body of a response without errors, and describes what is wrong with it. */
export function graphqlRequest(
  caller: Caller,
  query: string,
  variables: object,
  accept: (body: string) => string | null,
): CheckedRequest {
  return {
    request: request('POST /graphql', credentialsOf(caller), { query, variables }),
    check(status, received) {
      const text = received.toString()
      if (status !== 200) return 'wrong status'
      return text.includes('"errors"') ? 'GraphQL error' : accept(text)
    },
  }
}

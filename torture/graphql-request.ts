import type { CheckedRequest } from '../bench/load/load.ts'

export interface Caller {
  touchpoint: string
  token: string
}

/** The operator with this number, who has a session of the same number. At most 5,000. */
export function operator(number: number): Caller {
  return { touchpoint: `tp${1 + (Math.floor((number - 1) / 10) % 50)}`, token: `bench-session-${number}` }
}

/** A GraphQL request. `accept` gets the body of a response without errors, and describes what is wrong with it. */
export function graphqlRequest(
  { touchpoint, token }: Caller,
  query: string,
  variables: object,
  accept: (body: string) => string | null,
): CheckedRequest {
  const body = JSON.stringify({ query, variables })
  const head = [
    'POST /graphql HTTP/1.1',
    'Host: 127.0.0.1',
    'Accept: application/json',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Service-Touchpoint: ${touchpoint}`,
    `Service-Token: ${token}`,
  ]
  return {
    request: `${head.join('\r\n')}\r\n\r\n${body}`,
    check(status, received) {
      const text = received.toString()
      if (status !== 200) return 'wrong status'
      return text.includes('"errors"') ? 'GraphQL error' : accept(text)
    },
  }
}

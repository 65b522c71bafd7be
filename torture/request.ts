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

import type { CheckedRequest } from '../bench/load/load.ts'
import { request } from './request.ts'

/** A request of a caller who may have been locked out. */
export interface Attempt {
  request: CheckedRequest
  /** Whether the caller was accepted; undefined until there is a response. */
  isAccepted(): boolean | undefined
}

export interface AttemptOptions {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body?: object
}

/** How a response says that a caller has no session, or no permission for a case. */
const rejections = [
  '"UNAUTHENTICATED"',
  '"invalidId"',
  'There is no such case, or the caller may not see it.',
  '"case":null',
  '"caseTypeCategories":[]',
]

export function attempt({ method, path, headers, body }: AttemptOptions): Attempt {
  let accepted: boolean | undefined
  return {
    isAccepted: () => accepted,
    request: {
      request: request(`${method} ${path}`, headers, body),
      check(status, received) {
        const text = received.toString()
        const isRejected = status === 401 || status === 429 || rejections.some((rejection) => text.includes(rejection))
        const isAccepted = (status === 200 || status === 201) && !isRejected && !text.includes('"errors":[')
        if (isRejected || isAccepted) accepted = isAccepted
        return isRejected || isAccepted ? null : 'neither accepted nor rejected'
      },
    },
  }
}

/** The case of a party. */
export interface OwnCase {
  id: number
  typeCode: string
  categoryCode: string
}

/** Reads and writes over both faces, in turn. */
export function useCase(headers: Record<string, string>, { id, ...pair }: OwnCase, round: number): Attempt {
  const overGraphql = (query: string, variables = {}) =>
    attempt({ method: 'POST', path: '/graphql', headers, body: { query, variables } })
  switch (round % 4) {
    case 0:
      return attempt({
        method: 'PUT',
        path: `/api/v4/cases/${id}`,
        headers,
        body: { ...pair, comments: ['A comment.'] },
      })
    case 1:
      return overGraphql(`{ viewer { id login } case(id: ${id}) { id } }`)
    case 2:
      return attempt({ method: 'GET', path: `/api/v4/cases/${id}/comments?first=1`, headers })
    default:
      return overGraphql(
        `mutation ($input: AddCommentsInput!) {
          addComments(input: $input) { ... on AddCommentsPayload { case { id } } ... on AddCommentsError { code } }
        }`,
        { input: { caseInstanceId: `${id}`, comments: [{ text: 'Another comment.' }] } },
      )
  }
}

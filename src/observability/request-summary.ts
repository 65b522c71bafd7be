import { requestErrors } from '../errors/request-errors.ts'

/** A finished request, as it is logged. Members that do not apply are undefined. */
export interface RequestSummary {
  requestId: string
  method: string
  /** Contains no input of the caller except the case ID. */
  path: string
  status: number
  ms: number
  operation: string | undefined
  /** "ok", "aborted", the code of the first error or problem, or the status if there is no code. */
  outcome: string
  /** Whether the body of a GraphQL response has `errors`. */
  graphqlErrors: true | undefined
  aborted: true | undefined
}

const requestCodes = new Set([...Object.keys(requestErrors), 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED'])

/** Codes that are not part of the contract, such as a library's, do not become labels. `codes` are those of the operations. */
export function outcomeOf(
  outcome: string | undefined,
  status: number,
  isAborted: boolean,
  codes: ReadonlySet<string>,
): string {
  if (isAborted) return 'aborted'
  if (outcome !== undefined && (requestCodes.has(outcome) || codes.has(outcome))) return outcome
  if (status >= 400) return String(status)
  return outcome === undefined ? 'ok' : 'error'
}

export type Face = 'rest' | 'graphql' | 'mcp' | 'other'

export function faceOf(path: string): Face {
  if (path === '/graphql' || path === '/desk/graphql') return 'graphql'
  if (path === '/mcp') return 'mcp'
  return path.startsWith('/api/') ? 'rest' : 'other'
}

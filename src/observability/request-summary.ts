import { sessionErrors } from '../auth/sessions/session.errors.ts'
import { touchpointSecretErrors } from '../auth/touchpoint-secrets/touchpoint-secret.errors.ts'
import { operationErrors } from '../cases/case.errors.ts'
import { configureErrors } from '../configuration/configure.errors.ts'
import { requestErrors } from '../errors.ts'
import { personalDataErrors } from '../personal-data/personal-data.errors.ts'

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
  /** Whether the client closed the connection before the end. */
  aborted: true | undefined
}

const codes = new Set([
  ...Object.keys(requestErrors),
  ...Object.keys(configureErrors),
  ...[operationErrors, sessionErrors, touchpointSecretErrors, personalDataErrors]
    .flatMap(Object.values)
    .flatMap(Object.keys),
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
])

/** Codes that are not part of the contract, such as a library's, do not become labels. */
export function outcomeOf(outcome: string | undefined, status: number, isAborted: boolean): string {
  if (isAborted) return 'aborted'
  if (outcome !== undefined && codes.has(outcome)) return outcome
  if (status >= 400) return String(status)
  return outcome === undefined ? 'ok' : 'error'
}

export type Face = 'rest' | 'graphql' | 'other'

export function faceOf(path: string): Face {
  if (path === '/graphql' || path === '/desk/graphql') return 'graphql'
  return path.startsWith('/api/') ? 'rest' : 'other'
}

import type { WebhookFailure } from '../gql/graphql'

const failureNames: Record<WebhookFailure, string> = {
  HTTP_STATUS: 'the receiver rejected it',
  REDIRECT: 'the receiver redirected',
  TIMEOUT: 'no answer in time',
  CONNECTION: 'no connection',
  TLS: 'no valid TLS connection',
  NAME: 'the host name was not found',
  FORBIDDEN_ADDRESS: 'the address is not allowed',
}

interface Attempt {
  durationMs: number
  httpStatus: number | null
  failure: WebhookFailure | null
}

/** How an attempt went. */
export function attemptText({ durationMs, httpStatus, failure }: Attempt): string {
  const outcome = failure === null ? 'succeeded' : `failed: ${failureNames[failure]}`
  return [outcome, httpStatus !== null && `HTTP ${httpStatus}`, `${durationMs.toLocaleString()} ms`]
    .filter(Boolean)
    .join(' · ')
}

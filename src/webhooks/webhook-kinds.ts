/** The states of an endpoint, with their descriptions in the schema. */
export const endpointStates = {
  ACTIVE: 'Events are sent.',
  FAILING: 'The last ten attempts failed. One event is tried at a time until one succeeds.',
  DISABLED: 'Disabled by an admin.',
  DISABLED_GONE: 'Disabled because the receiver answered 410.',
  DISABLED_FAILING: 'Disabled after five days without a success.',
}
export type EndpointState = keyof typeof endpointStates
export const endpointStateNames = Object.keys(endpointStates) as EndpointState[]

/** Whether the person sees anything is not stored with the endpoint, which goes on when the person is active again. */
export const shownStates = {
  ...endpointStates,
  PERSON_NOT_ACTIVE: 'The person of the endpoint is blocked, not active or erased. Events pass by and are not sent.',
}

/** The statuses of a delivery, with their descriptions in the schema. */
export const deliveryStatuses = {
  WAITING: 'The event will be tried again. Later events of its case wait for it.',
  DELIVERED: 'The receiver accepted the event.',
  GAVE_UP: 'The event is not tried again, unless an admin retries it.',
}
export type DeliveryStatus = keyof typeof deliveryStatuses
export const deliveryStatusNames = Object.keys(deliveryStatuses) as DeliveryStatus[]

/** Why an attempt failed, with the descriptions in the schema. */
export const webhookFailures = {
  HTTP_STATUS: 'The status of the response is not from 200 to 299.',
  REDIRECT: 'The response is a redirect. Redirects are not followed.',
  TIMEOUT: 'There was no response within 15 seconds.',
  CONNECTION: 'The connection failed or ended without a response.',
  TLS: 'The TLS connection failed, for example because of an invalid certificate.',
  NAME: 'The name of the host was not found.',
  FORBIDDEN_ADDRESS: 'The address is neither public and reached over https nor in an allowed network.',
}
export type WebhookFailure = keyof typeof webhookFailures

/** An attempt to send an event. */
export interface WebhookAttempt {
  /** In ISO 8601. */
  at: string
  durationMs: number
  /** Null if there was no response. */
  httpStatus: number | null
  /** Null if it succeeded. */
  failure: WebhookFailure | null
}

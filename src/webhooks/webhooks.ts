import { performance } from 'node:perf_hooks'
import type { AddressPolicy } from '../outgoing/address-policy.ts'
import { Deliverer, type Delivery } from '../outgoing/deliver.ts'
import { signedHeaders } from './signature.ts'
import { type EndpointState, type WebhookAttempt, type WebhookFailure, webhookFailures } from './webhook-kinds.ts'

/** What is sent to a receiver. */
export interface WebhookMessage {
  /** Equal for every attempt. */
  id: string
  /** JSON. */
  body: string
  /** The message has a signature with each of them. */
  keys: readonly Buffer[]
}

export const webhookTimeoutMs = 15_000

/** When a message may be sent: before a time of the monotonic clock, and until a signal. */
type When = Pick<Delivery, 'signal' | 'sendBefore'>

/** Sends messages to receivers. */
export class Webhooks {
  readonly policy: AddressPolicy
  /** The time in milliseconds since 1970. */
  readonly now: () => number
  /** How many attempts have succeeded, and how many have failed, by their failure. */
  readonly attempts = Object.fromEntries(['none', ...Object.keys(webhookFailures)].map((name) => [name, 0]))
  /** The endpoints that this process sends to. What sends the events sets it. */
  endpoints: readonly { state: EndpointState; heldCases: number }[] = []
  readonly #deliverer: Deliverer

  constructor(policy: AddressPolicy, now: () => number) {
    this.policy = policy
    this.now = now
    this.#deliverer = new Deliverer(policy)
  }

  /** Sends a message once. Throws DeliveryAborted if the signal ends it, or if it could not begin in time. */
  async send(url: string, { id, body, keys }: WebhookMessage, when: When = {}): Promise<WebhookAttempt> {
    const at = this.now()
    const begun = performance.now()
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Casegate',
      ...signedHeaders(keys, id, at, body),
    }
    const response = await this.#deliverer.post(url, { headers, body, timeoutMs: webhookTimeoutMs, ...when })
    const httpStatus = typeof response === 'string' ? null : response.status
    const failure = typeof response === 'string' ? response : failureOf(response.status)
    this.attempts[failure ?? 'none']!++
    return { at: new Date(at).toISOString(), durationMs: Math.round(performance.now() - begun), httpStatus, failure }
  }

  close(): void {
    this.#deliverer.close()
  }
}

function failureOf(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'REDIRECT' : 'HTTP_STATUS'
}

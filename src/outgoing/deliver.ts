import { Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { codeOf } from '../errors/system-errors.ts'
import { type AddressPolicy, ForbiddenAddress } from './address-policy.ts'
import { bodyOf, firstError, type OutgoingRequest, responseTo, SentTooLate } from './send.ts'

/** Why there was no response. */
export type DeliveryFailure = 'TIMEOUT' | 'CONNECTION' | 'TLS' | 'NAME' | 'FORBIDDEN_ADDRESS'

/** What is posted. Its signal ends the request without a response. */
export type Delivery = Required<Pick<OutgoingRequest, 'headers' | 'body' | 'timeoutMs'>> &
  Pick<OutgoingRequest, 'sendBefore'> & { signal?: AbortSignal }

/** The request was ended by its signal, so that nobody knows whether it was received, or it was too late to send it. */
export class DeliveryAborted extends Error {}

const idleConnectionMs = 30_000
const maximumBodyBytes = 4_096
/** How long the rest of a response may take, so that its connection can be used again. */
const bodyMs = 1_000

/** Posts to receivers whose addresses the policy allows. Connections are kept for the next request to the same receiver. */
export class Deliverer {
  readonly #policy: AddressPolicy
  readonly #agents = {
    'http:': new HttpAgent({ keepAlive: true, timeout: idleConnectionMs }),
    'https:': new HttpsAgent({ keepAlive: true, timeout: idleConnectionMs }),
  }

  constructor(policy: AddressPolicy) {
    this.#policy = policy
  }

  /**
   * Returns the status of the response, or why there was none. Follows no redirects. At most 4 KiB of the body are read, and
   * nothing of it is kept. Throws DeliveryAborted.
   */
  async post(url: string, { signal, timeoutMs, ...sent }: Delivery): Promise<{ status: number } | DeliveryFailure> {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      if (signal?.aborted) throw new DeliveryAborted()
      const target = new URL(url)
      const agent = this.#agents[target.protocol === 'http:' ? 'http:' : 'https:']
      const options = { ...sent, policy: this.#policy, method: 'POST', agent, maximumBytes: maximumBodyBytes }
      const response = await responseTo(target, options, AbortSignal.any([timeout, ...(signal ? [signal] : [])]))
      await discard(response)
      return { status: response.statusCode ?? 0 }
    } catch (error) {
      if (signal?.aborted || error instanceof SentTooLate) throw new DeliveryAborted()
      return timeout.aborted ? 'TIMEOUT' : failureOf(firstError(error))
    }
  }

  /** Closes the connections. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }
}

/** Reads the rest of a response if it is short and comes soon. Otherwise closes its connection. */
async function discard(response: IncomingMessage): Promise<void> {
  const timer = setTimeout(() => response.destroy(), bodyMs)
  await bodyOf(response, maximumBodyBytes).catch(() => {})
  clearTimeout(timer)
}

function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof ForbiddenAddress) return 'FORBIDDEN_ADDRESS'
  const code = codeOf(error) ?? ''
  if (error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo') return 'NAME'
  // The codes of OpenSSL that verification reports have no prefix.
  return /^ERR_(TLS|SSL)|^EPROTO$|CERT|CRL|_CHAIN|^UNABLE_TO_|^HOSTNAME_|^INVALID_(CA|PURPOSE)|^PATH_LENGTH/.test(code)
    ? 'TLS'
    : 'CONNECTION'
}

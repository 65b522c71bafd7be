import { backoffMs, retryAfterMs, sleep } from './backoff.ts'
import { ConnectionError } from './errors.ts'

export type Fetch = (request: Request) => Promise<Response>

/** An answer that asks to wait for longer is returned to the caller. The windows of rate limits are this long. */
const maximumWaitMs = 60_000

/**
 * Sends a request up to `retries` times more, if that does nothing twice and another attempt may succeed. Rejects with a ConnectionError
 * if no complete answer of the service arrived, and with the reason of the request's signal if that is aborted. Of `streamed` requests, the
 * caller reads the answer while it arrives.
 */
export function retrying(fetch: Fetch, retries: number, streamed: WeakSet<Request>): Fetch {
  return async (request) => {
    const isStreamed = streamed.has(request)
    const isRepeatable = /^(GET|HEAD)$/.test(request.method) || request.headers.has('Idempotency-Key')
    const attempts = isRepeatable ? retries : 0
    for (let failures = 0; failures < attempts; failures++) {
      // The clone keeps the body for the next attempt.
      const outcome = await attempt(fetch, request.clone(), isStreamed)
      const waitMs = waitAfter(outcome, failures)
      if (waitMs === undefined) return outcome as Response
      await sleep(waitMs, request.signal)
    }
    const outcome = await attempt(fetch, request, isStreamed)
    if (outcome instanceof ConnectionError) throw outcome
    return outcome
  }
}

/** Undefined if another attempt would have the same outcome, or the answer asks to wait for too long. */
function waitAfter(outcome: Response | ConnectionError, failures: number): number | undefined {
  const backoff = backoffMs(failures, maximumWaitMs)
  if (outcome instanceof ConnectionError) return backoff
  if (outcome.status !== 429 && outcome.status !== 503) return undefined
  const askedMs = retryAfterMs(outcome)
  return askedMs > maximumWaitMs ? undefined : askedMs + backoff
}

async function attempt(fetch: Fetch, request: Request, isStreamed: boolean): Promise<Response | ConnectionError> {
  const idempotencyKey = request.headers.get('Idempotency-Key')
  const what = `${request.method} ${new URL(request.url).pathname}`
  try {
    const response = await fetch(request)
    const type = response.headers.get('Content-Type') ?? ''
    if (response.status >= 400 && !type.startsWith('application/problem+json')) {
      await response.body?.cancel()
      const message = `${what}: something else than the service answered, with status ${response.status}.`
      return new ConnectionError(message, { response, idempotencyKey })
    }
    // The connection may break before all of the answer has arrived.
    if (!(isStreamed && response.ok) && /[/+]json\b/.test(type)) await response.clone().arrayBuffer()
    return response
  } catch (cause) {
    request.signal.throwIfAborted()
    const { message, cause: reason } = cause as Error
    const details = reason instanceof Error && reason.message ? `${message}: ${reason.message}` : message
    return new ConnectionError(`${what}: no complete answer arrived (${details}).`, { cause, idempotencyKey })
  }
}

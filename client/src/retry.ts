import type { ParseAs } from 'openapi-fetch'
import { backoffMs, retryAfterMs, sleep } from './backoff.ts'
import { ConnectionError } from './errors.ts'

export type Fetch = (request: Request) => Promise<Response>

/** If a response asks to wait for longer, it is returned to the caller. The windows of rate limits are this long. */
const maximumWaitMs = 60_000

/** In Node, a signal no longer reaches the body of a response when the request, or the one it was copied from, has been garbage-collected. */
const keptRequests = new WeakMap<object, Request>()

/**
 * Sends a request up to `retries` more times, if a retry is safe and may succeed. Rejects with a ConnectionError if no complete response
 * from the service arrived, and with the reason of the request's signal if that is aborted. `formats` says how the caller reads the
 * response. A stream is read while it arrives.
 */
export function retrying(fetch: Fetch, retries: number, formats: WeakMap<Request, ParseAs>): Fetch {
  return async (request) => {
    const parseAs = formats.get(request)
    const isRepeatable = /^(GET|HEAD)$/.test(request.method) || request.headers.has('Idempotency-Key')
    const attempts = isRepeatable ? retries : 0
    for (let failures = 0; ; failures++) {
      const mayFail = failures < attempts
      const outcome = await attempt(fetch, mayFail ? copyOf(request) : request, parseAs)
      const waitMs = mayFail ? waitAfter(outcome, failures) : undefined
      if (waitMs !== undefined) await sleep(waitMs, request.signal)
      else if (outcome instanceof ConnectionError) throw outcome
      else return outcome
    }
  }
}

/** Keeps the body for the next attempt. */
function copyOf(request: Request): Request {
  // In Node, the signal of a clone may be lost in a garbage collection.
  const copy = new Request(request.clone(), { signal: request.signal })
  keptRequests.set(copy, request)
  return copy
}

/** Undefined if another attempt would have the same outcome, or if the response asks to wait for too long. */
function waitAfter(outcome: Response | ConnectionError, failures: number): number | undefined {
  if (outcome instanceof Response && outcome.status !== 429 && outcome.status !== 503) return undefined
  const askedMs = retryAfterMs(outcome instanceof Response ? outcome : outcome.response)
  return askedMs > maximumWaitMs ? undefined : askedMs + backoffMs(failures, maximumWaitMs)
}

async function attempt(
  fetch: Fetch,
  request: Request,
  parseAs: ParseAs | undefined,
): Promise<Response | ConnectionError> {
  const idempotencyKey = request.headers.get('Idempotency-Key')
  const what = `${request.method} ${new URL(request.url).pathname}`
  try {
    const response = await fetch(request)
    const type = response.headers.get('Content-Type') ?? ''
    const message = foreignResponseMessage(response, type, parseAs)
    if (message) {
      await response.body?.cancel()
      return new ConnectionError(`${what}: ${message}`, { response, idempotencyKey })
    }
    if (response.body) keptRequests.set(response.body, request)
    // The connection may break before the whole response has arrived.
    const isStreamed = (parseAs === 'stream' && response.ok) || type.startsWith('text/event-stream')
    if (!isStreamed) await response.clone().body?.pipeTo(new WritableStream())
    return response
  } catch (cause) {
    request.signal.throwIfAborted()
    const { message, cause: reason } = cause as Error
    const details = reason instanceof Error && reason.message ? `${message}: ${reason.message}` : message
    return new ConnectionError(`${what}: no complete response arrived (${details}).`, { cause, idempotencyKey })
  }
}

/** Says why a response did not come from the service. Undefined if it did. */
function foreignResponseMessage(
  { status, ok, body }: Response,
  type: string,
  parseAs: ParseAs | undefined,
): string | undefined {
  // Browsers show a redirect as status 0.
  if (!ok && status < 400 && status !== 304)
    return 'the response is a redirect, which is not followed. Correct the address.'
  if (!ok && status >= 400 && !type.startsWith('application/problem+json'))
    return `the response is not from the service. It has status ${status}.`
  if (ok && body && parseAs === 'json' && !/[/+]json\b/.test(type))
    return `the response is not JSON but "${type}". A proxy sent it, or the call needs parseAs.`
  return undefined
}

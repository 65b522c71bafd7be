import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { isRefusedByParser } from './answers.ts'
import type { Wire, WireAnswer, WireRequest } from './wire.ts'

let sent = 0

/** Sends a request with its own ID and checks the response. A failure shows both completely. */
export async function exchange(
  wire: Wire,
  request: WireRequest,
  check: (request: WireRequest, answer: WireAnswer | null) => void,
): Promise<WireAnswer | null> {
  const id = `fuzz-${++sent}`
  let answer: WireAnswer | null | undefined
  try {
    answer = await wire.send({ ...request, headers: [...request.headers, ['X-Request-Id', id]] })
    check(request, answer)
    if (answer && !isRefusedByParser(request, answer)) assert.equal(answer.headers['x-request-id'], id)
    return answer
  } catch (cause) {
    const readable = { ...request, body: request.body?.toString() }
    const shown = inspect({ request: readable, answer }, { maxStringLength: 600, depth: 5, breakLength: 120 })
    throw new Error(`${(cause as Error).message}\n${shown}`, { cause })
  }
}

import { inspect } from 'node:util'
import type { Logger } from 'pino'
import { loggableError } from '../../observability/loggable-error.ts'

/** Longer than the server waits for running requests after the delay. After that, only a database that does not respond can delay the exit. */
export const shutdownTimeoutMs = 9_500

/** Node and the library would print all properties of the error. */
export function exitAfter(error: unknown): never {
  process.stderr.write(`Casegate failed: ${inspect(loggableError(error))}\n`)
  process.exit(1)
}

/** Writes the last lines. At exit, pino would try forever if nobody reads its output any more. */
export function flush(logger: Logger): Promise<void> {
  return new Promise((resolve) => logger.flush(() => resolve()))
}

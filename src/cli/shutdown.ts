import { inspect } from 'node:util'
import { loggableError } from '../observability/loggable-error.ts'

/** Longer than the server waits for running requests after the delay. After that, only a database that does not respond can delay the exit. */
export const shutdownTimeoutMs = 9_500

/** Node and the library would print all properties of the error. */
export function exitAfter(error: unknown): never {
  process.stderr.write(`Casegate failed: ${inspect(loggableError(error))}\n`)
  process.exit(1)
}

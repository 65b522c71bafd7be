import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'

/**
 * Writes JSON lines to standard output in batches: one write per request would slow down every request. pino writes
 * the rest when the process exits or crashes.
 */
export function createLogger({ logLevel }: Config): Logger {
  const output = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1_000 })
  return pino({ level: logLevel }, output)
}

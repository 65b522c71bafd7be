import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** Writes JSON lines to the standard output, gathered for up to a second: a write a request would slow all of them. */
export function createLogger({ logLevel }: Config): Logger {
  return pino({ level: logLevel }, pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000 }))
}

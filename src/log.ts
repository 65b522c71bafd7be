import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** Writes JSON lines to the standard output, gathered for up to a second: a write a request would slow all of them. */
export function createLogger({ logLevel }: Config): Logger {
  const output = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000, contentMode: 'buffer' })
  // As texts, all that has been gathered would be measured anew for each line.
  return pino({ level: logLevel }, { write: (line) => void output.write(Buffer.from(line) as never) })
}

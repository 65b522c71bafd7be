import { type Logger, pino } from 'pino'
import type { Config } from '../config.ts'

/** How much is gathered at most, in characters and in time: a write a request would slow all of them. */
const gathered = { length: 16_384, ms: 1_000 }

/** Writes JSON lines to the standard output, several at once. */
export function createLogger({ logLevel }: Config): Logger {
  const output = pino.destination({ dest: 1, sync: false })
  let lines = ''
  const flush = () => {
    if (lines) output.write(lines)
    lines = ''
  }
  setInterval(flush, gathered.ms).unref()
  // Before the destination's own listeners, which write what it has been given, and end it.
  process.prependListener('beforeExit', flush)
  process.prependListener('exit', flush)
  const write = (line: string) => {
    lines += line
    if (lines.length > gathered.length) flush()
  }
  return pino({ level: logLevel, timestamp: timestamps() }, { write })
}

/** As pino's own; many lines share a millisecond, and to write it out is a good part of what a line costs. */
function timestamps(): () => string {
  let ms = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== ms) text = `,"time":${(ms = now)}`
    return text
  }
}

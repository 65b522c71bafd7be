import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../settings/config.ts'

/** Logs to standard output: readable lines to a terminal, otherwise JSON lines. */
export async function createLogger({ logLevel }: Config): Promise<Logger> {
  return pino({ level: logLevel }, process.stdout.isTTY ? await readableLines() : jsonLines())
}

/** Writes in batches: one write per request would slow down every request. pino writes the rest on exit or a crash. */
function jsonLines(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1_000 })
}

async function readableLines(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true })
}

import { type Logger, pino } from 'pino'
import type { Config } from '../settings/config.ts'

/** Logs to standard output: readable lines to a terminal, otherwise JSON lines. */
export async function createLogger({ logLevel: level }: Config): Promise<Logger> {
  if (process.stdout.isTTY) {
    const { default: pretty } = await import('pino-pretty')
    return pino(
      { level },
      pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true }),
    )
  }
  // Writes in batches: one write per request would slow down every request. pino writes the rest on exit or a crash. A pipe takes up
  // to 4,096 bytes in one piece, so that lines of several processes do not mix.
  const batches = { minLength: 4_000, maxWrite: 4_096, periodicFlush: 1_000 }
  return pino({ level }, pino.destination({ dest: 1, sync: false, ...batches }))
}

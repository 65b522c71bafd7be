import { setFlagsFromString } from 'node:v8'
import closeWithGrace, { type Signals } from 'close-with-grace'
import type { Logger } from 'pino'
import type { Config } from '../../settings/config.ts'
import type { Database } from '../../database/database.ts'
import { openDatabase } from '../../open-database.ts'
import { requireCurrentSchema } from '../../database/schema/migrate.ts'
import { listenError } from '../../settings/invalid-settings.ts'
import { isLoopback } from '../../settings/loopback.ts'
import { createLogger } from '../../observability/logger.ts'
import { type RunningServer, startServer } from '../../server.ts'
import { findDemoLogins } from '../../desk/demonstration.ts'
import { findDemoSession, loadDemoData } from '../../transfer/demo-data.ts'
import { announce } from './announce.ts'
import { exitAfter, flush, shutdownTimeoutMs } from './shutdown.ts'

/** Every statement of a request takes milliseconds. A database that takes this long does not respond. */
const queryTimeoutMs = 5_000

/** Handles these signals instead of the process. It is told the address when the process listens. */
export interface Supervisor {
  signals: Signals[]
  attach(url: string, stop: () => void): void
}

/** Serves until SIGTERM or SIGINT. Then running requests finish, and the process exits. */
export async function serve(config: Config, supervisor?: Supervisor): Promise<void> {
  // V8 would let garbage grow to three times the memory in use. This costs little processor time.
  setFlagsFromString('--heap-growing-percent=40')
  const { store } = config
  const logger = await createLogger(config)
  const opened = store.kind === 'postgresql' ? { ...store, queryTimeoutMs } : { ...store, onCreate: sayThatItTakesLong }
  const database = await openDatabase(opened, logger)
  const { server, sayWhere } = await start(config, database, logger).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const delay = config.shutdownDelayMs + shutdownTimeoutMs
  const ends = { onSecondError: exitAfter, onTimeout: () => process.exit(0) }
  const options = { delay, logger: null, skip: supervisor?.signals ?? [], ...ends }
  const { close } = closeWithGrace(options, async ({ signal, err }) => {
    // The state of the process is unknown.
    if (err) exitAfter(err)
    if (!supervisor) logger.info({ signal }, 'Casegate is stopping')
    await server.close().catch(exitAfter)
    await database.close().catch(exitAfter)
    if (!supervisor) logger.info('Casegate has stopped')
    await flush(logger)
  })
  // From here on, signals shut the server down gracefully.
  if (supervisor) supervisor.attach(server.url, close)
  else sayWhere()
}

function sayThatItTakesLong(folder: string): void {
  process.stderr.write(`Creating an embedded PostgreSQL in ${folder}. This takes up to half a minute.\n`)
}

/** Starts the server. `sayWhere` logs and prints its address. */
async function start(
  config: Config,
  database: Database,
  logger: Logger,
): Promise<{ server: RunningServer; sayWhere: () => void }> {
  const { store, host } = config
  await requireCurrentSchema(database)
  // The tokens of the demonstration data are public.
  const isDemo = store.kind === 'embedded' && isLoopback(host)
  const loading = () => process.stderr.write('The store is empty. Loading the demonstration data.\n')
  const hasLoaded = isDemo && (await loadDemoData(database, loading))
  const operator = isDemo ? await findDemoSession(database, 'OPERATOR') : undefined
  const consumer = isDemo ? await findDemoSession(database, 'CONSUMER') : undefined
  const demoSessions = { operator, consumer }
  const demoLogins = isDemo ? await findDemoLogins(database) : []
  const server = await startServer({ database, config, logger, demoSessions, demoLogins }).catch((error: unknown) => {
    throw isListenError(error) ? listenError(error, host, 'PORT', config.port) : error
  })
  return { server, sayWhere: () => announce(config, logger, server, { hasLoaded, operator }) }
}

/** `bind` is what fails in the primary of several processes. */
function isListenError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && /^(listen|bind|getaddrinfo)$/.test(String(error.syscall))
}

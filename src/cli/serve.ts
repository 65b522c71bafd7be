import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import type { Config } from '../settings/config.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../open-database.ts'
import { requireCurrentSchema } from '../database/schema/migrate.ts'
import { listenError } from '../settings/listen-error.ts'
import { isLoopback } from '../settings/loopback.ts'
import { loggableError } from '../observability/loggable-error.ts'
import { createLogger } from '../observability/logger.ts'
import type { PublicSession } from '../pages/playground.ts'
import { type RunningServer, startServer } from '../server.ts'
import { findDemoLogins } from '../desk/demonstration.ts'
import { findDemoSession, loadDemoData } from '../transfer/demo-data.ts'

/** Every statement of a request takes milliseconds. A database that takes this long does not respond. */
const queryTimeoutMs = 5_000

/** Longer than the server waits for running requests after the delay. After that, only a database that does not respond can delay the exit. */
const shutdownTimeoutMs = 9_500

/** Serves until SIGTERM or SIGINT. Then running requests finish, and the process exits. */
export async function serve(config: Config): Promise<void> {
  // V8 would let garbage grow to three times the memory in use. This costs little processor time.
  setFlagsFromString('--heap-growing-percent=40')
  const { store } = config
  const logger = await createLogger(config)
  const opened = store.kind === 'postgresql' ? { ...store, queryTimeoutMs } : { ...store, onCreate: sayThatItTakesLong }
  const database = await openDatabase(opened, logger)
  const { server, announce } = await start(config, database, logger).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const delay = config.shutdownDelayMs + shutdownTimeoutMs
  const options = { delay, logger: null, onSecondError: exitAfter, onTimeout: () => process.exit(0) }
  closeWithGrace(options, async ({ signal, err }) => {
    // The state of the process is unknown.
    if (err) exitAfter(err)
    logger.info({ signal }, 'Casegate is stopping')
    await server.close().catch(exitAfter)
    await database.close().catch(exitAfter)
    logger.info('Casegate has stopped')
  })
  // From here on, signals shut the server down gracefully.
  announce()
}

function sayThatItTakesLong(folder: string): void {
  process.stderr.write(`Creating an embedded PostgreSQL in ${folder}. This takes up to half a minute.\n`)
}

/** Node and the library would print all properties of the error. */
function exitAfter(error: unknown): never {
  process.stderr.write(`Casegate failed: ${inspect(loggableError(error))}\n`)
  process.exit(1)
}

/** Starts the server. `announce` logs and prints its address. */
async function start(
  config: Config,
  database: Database,
  logger: Logger,
): Promise<{ server: RunningServer; announce: () => void }> {
  const { store, host, desk, graphiql, relyingParty } = config
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
  const { url, metricsUrl } = server
  function announce(): void {
    // Since the process started.
    const ms = Math.round(performance.now())
    logger.info({ url, metrics: metricsUrl, store: store.kind, ms }, 'Casegate is listening')
    if (store.kind === 'embedded') process.stderr.write(greeting(url, store.folder, ms, hasLoaded))
    if (operator) process.stderr.write(requestToCopy(url, operator))
    // Passkeys work only there.
    if (desk) process.stderr.write(`Open the desk in a browser: ${relyingParty?.url ?? `${url}/desk`}\n`)
    if (graphiql) process.stderr.write(`Open the playground in a browser: ${url}/graphql\n`)
    if (desk || graphiql) process.stderr.write('\n')
  }
  return { server, announce }
}

function isListenError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && /^(listen|getaddrinfo)$/.test(String(error.syscall))
}

function greeting(url: string, folder: string, ms: number, withDemoData: boolean): string {
  const loaded = withDemoData ? 'The demonstration data has been loaded.\n' : ''
  return `
Casegate is listening at ${url} (started in ${ms} ms).
Cases are stored in an embedded PostgreSQL in ${folder}. It is for evaluation and development: only one
process can use it, and its data survives a crash of the process, but not of the machine. Set DATABASE_URL to use a PostgreSQL server.
${loaded}
`
}

function requestToCopy(url: string, { touchpoint, token }: PublicSession): string {
  return `Try it:

  curl -X PUT ${url}/api/v4/cases/1001 \\
    -H 'Content-Type: application/json' -H 'Service-Touchpoint: ${touchpoint}' -H 'Service-Token: ${token}' \\
    -d '{"categoryCode": "BILLING", "typeCode": "REFUND", "status": "In progress", "comments": ["Looking into it."]}'

`
}

import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import type { Config } from '../config.ts'
import { openDatabase } from '../database/database.ts'
import { findDemoSessions, loadDemoData } from '../transfer/demo-data.ts'
import { requireCurrentSchema } from '../database/migrate.ts'
import { UsageError } from '../errors.ts'
import type { PublicSession } from '../pages/playground.ts'
import { isLoopback } from '../http/loopback.ts'
import { createLogger } from '../observability/logger.ts'
import { loggableError } from '../observability/loggable-error.ts'
import { startServer } from '../server.ts'

/** Every statement of a request takes milliseconds; a database that takes so long is away. */
const queryTimeoutMs = 5_000

/** Longer than running requests are waited for. What the process hangs on then is a database that does not answer. */
const longestStopMs = 9_500

/** Serves until SIGTERM or SIGINT; then refuses new work, lets running requests finish, and resolves. */
export async function serve(config: Config): Promise<void> {
  // The engine would let garbage grow to thrice what is in use. This takes some of a lookup's processor time, and nothing
  // measurable of a change's.
  setFlagsFromString('--heap-growing-percent=40')
  const { store } = config
  process.once('uncaughtException', crash)
  const database = await openDatabase(store.kind === 'postgresql' ? { ...store, queryTimeoutMs } : store)
  try {
    await requireCurrentSchema(database)
    // Its tokens are public.
    const mayBePublic = store.kind === 'embedded' && isLoopback(config.host)
    const withDemoData = mayBePublic && (await loadDemoData(database))
    const demoSessions = mayBePublic ? await findDemoSessions(database) : {}
    const logger = createLogger(config)
    const server = await startServer({ database, config, logger, demoSessions }).catch((error: unknown) =>
      explain(error, config),
    )
    // Since the process began.
    const ms = Math.round(performance.now())
    const { url, metricsUrl } = server
    logger.info({ url, metrics: metricsUrl, store: config.store.kind, ms }, 'Casegate listens')
    if (store.kind === 'embedded') process.stderr.write(greeting(server.url, store.folder, ms, withDemoData))
    if (demoSessions.operator) process.stderr.write(requestToCopy(server.url, demoSessions.operator))
    if (config.graphiql) process.stderr.write(`The playground is at ${server.url}/graphql, for a browser.\n\n`)
    const signal = await nextSignal()
    logger.info({ signal }, 'Casegate stops')
    setTimeout(() => process.exit(), longestStopMs).unref()
    await server.close()
  } finally {
    await database.close()
  }
}

/** Node itself would print all that the error carries. */
function crash(error: unknown): never {
  process.stderr.write(`Casegate failed: ${inspect(loggableError(error))}\n`)
  process.exit(1)
}

function explain(error: unknown, { host, port }: Config): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is taken. Set PORT to another one, or to 0 for any free one.`,
    EACCES: `This user may not listen on port ${port}. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `${host} is no address of this machine. Set HOST to one that is.`,
    ENOTFOUND: `${host} is no known host name. Set HOST to an address of this machine.`,
  }
  const reason = typeof code === 'string' ? reasons[code] : undefined
  throw reason ? new UsageError(reason, { cause: error }) : error
}

function greeting(url: string, folder: string, ms: number, withDemoData: boolean): string {
  const loaded = withDemoData ? 'The store was empty: the demonstration data has been loaded into it.\n' : ''
  return `
Casegate answers at ${url} (started in ${ms} ms).
Cases are kept by an embedded PostgreSQL in ${folder}, for trying out and development: it takes one process, and
what it acknowledged survives a crash of the process, but not of the machine. Set DATABASE_URL for a real server.
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

/** Listens once: a second signal ends the process at once. */
function nextSignal(): Promise<NodeJS.Signals> {
  const signals = ['SIGTERM', 'SIGINT'] as const
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      for (const each of signals) process.off(each, stop)
      resolve(signal)
    }
    for (const signal of signals) process.on(signal, stop)
  })
}

import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Config, readConfig } from '../../../src/settings/config.ts'
import type { Database } from '../../../src/database/database.ts'
import type { CaseData } from '../../../src/cases/case.entity.ts'
import { importData } from '../../../src/transfer/import/import.ts'
import { type ServerOptions, startServer } from '../../../src/server.ts'
import { freshDatabase, lastingDatabase, preparedStatements, sql, urlOf } from '../database/database.ts'
import { eachNeedsOneProcess, loadBalancer, needsOneProcess, startProcesses } from './load-balanced.ts'

/** A server that runs during the tests of a file. */
export interface TestServer {
  url: string
  /** The URL of the metrics if METRICS_PORT is set. */
  readonly metricsUrl: string | undefined
  database: Database
  /** The log lines so far. */
  log: string[]
  /** Adds a case and returns its id. By default it belongs to Paula and has the type of case 1001. */
  addCase(values?: Partial<CaseValues>): Promise<number>
  /** Returns the version of a case. */
  version(id: number): Promise<number>
}

export interface CaseValues {
  id: number
  typeCode: string
  categoryCode: string
  status: string
  resolution: string
  subject: string
  priority: 'LOW' | 'NORMAL' | 'HIGH' | 'URGENT'
  partyEmail: string | null
  assigneeEmail: string | null
  groupName: string | null
  caseData: CaseData
  outdatedCaseData: boolean
  version: number
  createdAt: string
  updatedAt: string
  comments: { text: string; authorEmail: string; internal?: boolean; touchpointCode?: string; createdAt?: string }[]
}

interface Options {
  database?: () => Promise<Database>
  /** Data in the import format, in addition to the database's own. */
  data?: object
  env?: NodeJS.ProcessEnv
  /** Limits that are no settings. */
  limits?: Partial<Config>
  /** The clock of the rate limits, in milliseconds. */
  now?: () => number
  /** The time of day that the attempts of webhooks are scheduled by. */
  timeOfDay?: () => number
  demoSessions?: ServerOptions['demoSessions']
  demoLogins?: ServerOptions['demoLogins']
}

export const refundData = { amount: 42.5, invoiceCount: 1, goodwill: false }

/** The values of a case that only operators of the network see. */
export const incident = {
  typeCode: 'INCIDENT',
  categoryCode: 'NETWORK',
  caseData: { severity: 1, signalDbm: -1, lineDown: true },
}

const refund: Partial<CaseValues> = {
  typeCode: 'REFUND',
  categoryCode: 'BILLING',
  status: 'Open',
  resolution: 'Unresolved',
  partyEmail: 'paula@example.com',
}

/** No case that is created over the API gets the same ID. */
const nextCaseId = `select nextval(pg_get_serial_sequence('cases', 'id'))::int as id`

/**
 * Starts a server before the tests of a file and closes it after them. Tests add the cases that they change. With
 * TEST_LOAD_BALANCER, two processes behind a load balancer take its place.
 */
export function useServer({ database = freshDatabase, data, ...options }: Options = {}): TestServer {
  const server = newServer()
  let close = async () => {}
  beforeAll(async () => {
    server.database = await database()
    if (data) await importData(server.database, data)
    close = await start(server, options)
  })
  afterAll(() => close())
  eachNeedsOneProcess(() => {
    if (options.now || options.timeOfDay) return 'sets a clock of the server'
    if (options.limits) return 'has limits that are no settings'
    if (options.demoSessions || options.demoLogins) return 'passes demonstration sessions to the server'
    return urlOf(server.database) ? undefined : 'opens the database of the server itself'
  })
  return server
}

let shared: Promise<RunningServer> | undefined

/**
 * A server with the default settings that all files of a worker share. It is for tests that leave no trace: they read the demonstration
 * data, or change cases that they have added, and no number depends on other cases. A file that changes another case fails.
 */
export function useSharedServer(): TestServer {
  if (loadBalancer) return useServer()
  const server = newServer()
  let before: { id: number; version: number }[] = []
  const versions = () => sql<(typeof before)[number]>(server.database, 'select id, version from cases order by id')
  beforeAll(async () => {
    shared ??= lastingDatabase().then(async (database) => {
      const running = Object.assign(newServer(), { database })
      await start(running, {})
      return running
    })
    const { url, database, log } = await shared
    Object.assign(server, { url, database, log })
    before = await versions()
  })
  afterAll(async () => {
    const after = new Map((await versions()).map(({ id, version }) => [id, version]))
    expect(before.map(({ id }) => ({ id, version: after.get(id) }))).toEqual(before)
  })
  return server
}

type RunningServer = TestServer & { metrics?: string | undefined }

function newServer(): RunningServer {
  let allocating = Promise.resolve(0)
  const server = {
    log: [] as string[],
    get metricsUrl() {
      needsOneProcess('reads the metrics')
      return server.metrics
    },
    async addCase(values: Partial<CaseValues> = {}) {
      const allocate = async () => (await sql<{ id: number }>(server.database, nextCaseId))[0]!.id
      // The IDs of cases that are added at the same time ascend, too.
      const id = values.id ?? (await (allocating = allocating.then(allocate, allocate)))
      const caseData = (values.typeCode ?? refund.typeCode) === refund.typeCode ? refundData : {}
      await importData(server.database, { cases: [{ ...refund, caseData, ...values, id }] })
      return id
    },
    async version(id: number) {
      const [row] = await sql<{ version: number }>(server.database, 'select version from cases where id = $1', [id])
      return row?.version ?? 0
    },
  } as RunningServer
  return server
}

/** Returns what closes it. */
async function start(server: RunningServer, { env, limits, ...options }: Omit<Options, 'database' | 'data'>) {
  const url = urlOf(server.database)
  if (loadBalancer && url) {
    const running = await startProcesses(loadBalancer, processSettings(url, env), server.log)
    server.url = running.url
    return running.close
  }
  const logger = pino({ level: 'trace' }, lines(server.log))
  const config = { ...readConfig({ PORT: '0', ...env }), ...limits }
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const running = await startServer({ database: server.database, config, logger, ...given })
  server.url = running.url.replace(/\/$/, '')
  server.metrics = running.metricsUrl
  return () => running.close()
}

/** The same settings as in the process of the tests, which has no DATABASE_URL. */
function processSettings(url: string, env: NodeJS.ProcessEnv = {}): Record<string, string> {
  const { graphiql, rateLimits } = readConfig(env)
  const onOff = (value: unknown) => (value ? 'on' : 'off')
  const given = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return {
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: '8',
    PREPARED_STATEMENTS: onOff(preparedStatements),
    LOG_LEVEL: 'trace',
    TRUST_PROXY: 'on',
    ...Object.fromEntries(given),
    GRAPHIQL: onOff(graphiql),
    RATE_LIMIT: onOff(rateLimits),
  }
}

function lines(log: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(...chunk.toString().trimEnd().split('\n'))
      done()
    },
  })
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { type OwnPostgresServer, startPostgres } from '../bench/servers/postgres.ts'
import { hasPgBouncer, pgBouncerVersion, supportsPreparedStatements } from '../test/support/database/pgbouncer.ts'
import { attachments } from './attachments.ts'
import { brokenConnections } from './broken-connections.ts'
import { type CheckResult, resultTable } from './check-result.ts'
import { crash } from './crash.ts'
import { events } from './events/events.ts'
import { webhooks } from './events/webhooks.ts'
import { failOver } from './fail-over.ts'
import { canFollowGuides } from './guide.ts'
import { memoryAttack } from './memory-attack.ts'
import { moveTenant } from './move-tenant.ts'
import { overload } from './overload.ts'
import { restore } from './restore.ts'
import { isInstalled, rollingRestart } from './rolling-restart.ts'
import { createEmbeddedStore, createPostgresStore, type Store } from './stores.ts'

/** What the trials count, and how often by default. */
const counts = {
  events: [100_000, 'number of changes in events, and of the cases that are imported beside them'],
  webhooks: [10_000, 'number of changes in webhooks'],
  sleep: [30, 'how many seconds a transaction in events waits before it is committed, at most'],
  kills: [50, 'how often a server is killed'],
  crashes: [20, 'how often PostgreSQL is stopped in immediate mode'],
  breaks: [300, 'how often connections are broken, directly and behind PgBouncer, with one server and with two'],
  restarts: [50, 'how often a server is restarted behind each load balancer'],
  'fail-overs': [20, 'how often the standby is promoted, PgBouncer restarted and a server killed'],
  pause: [30, 'how many seconds PostgreSQL is paused'],
  attack: [75, 'how many seconds each attack on the memory lasts'],
  cases: [20_000, 'number of cases in the database'],
  clients: [undefined, 'number of clients (64; overload: 500)'],
} satisfies Record<string, [byDefault: number | undefined, what: string]>

const options: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean' } }
for (const name of Object.keys(counts)) options[name] = { type: 'string' }
const { values, positionals } = parseArgs({ allowPositionals: true, options })

function number(name: keyof typeof counts, fallback = counts[name][0]): number {
  const text = String(values[name] ?? fallback)
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} must be a positive integer.`)
  return Number(text)
}

const folder = mkdtempSync(join(tmpdir(), 'casegate-torture-'))
// Folders of several servers are in it, and their user must be able to enter it.
chmodSync(folder, 0o755)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
// Child processes are killed when this process exits.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const cases = number('cases')
const clients = number('clients', 64)
let running: OwnPostgresServer | undefined
const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' }
const postgres = async () => (running ??= await startPostgres(folder, settings))
const newStore = async () => createPostgresStore(await postgres(), cases)

async function withOneAndTwoServers(
  trial: (store: Store, servers: number) => Promise<CheckResult[]>,
): Promise<CheckResult[]> {
  const one = await trial(await newStore(), 1)
  const two = await trial(await newStore(), 2)
  return [...prefixed(one, 'one server'), ...prefixed(two, 'two servers')]
}

function prefixed(results: CheckResult[], name: string): CheckResult[] {
  return results.map((result) => ({ ...result, claim: `${name}: ${result.claim}` }))
}

const trials: Record<string, () => Promise<CheckResult[]>> = {
  crash: () =>
    withOneAndTwoServers(async (store, servers) => {
      const options = { kills: number('kills'), crashes: number('crashes'), clients, servers }
      return crash(store, options, await postgres())
    }),
  embedded: async () => {
    const store = await createEmbeddedStore(join(folder, 'embedded'), cases)
    return crash(store, { kills: number('kills'), crashes: 0, clients, servers: 1 })
  },
  'memory-attack': async () => memoryAttack(await newStore(), { attackMs: number('attack') * 1000 }),
  'broken-connections': async () => {
    const options = { breaks: number('breaks'), clients }
    const run = (pooled: boolean) =>
      withOneAndTwoServers((store, servers) => brokenConnections(store, { ...options, servers, pooled }))
    const direct = prefixed(await run(false), 'directly')
    if (!hasPgBouncer) return direct
    const statements = supportsPreparedStatements() ? 'with prepared statements' : 'without prepared statements'
    return [...direct, ...prefixed(await run(true), `behind PgBouncer ${pgBouncerVersion()} ${statements}`)]
  },
  'fail-over': async () =>
    hasPgBouncer
      ? failOver({ failOvers: number('fail-overs'), clients, cases, folder: join(folder, 'fail-over'), settings })
      : [],
  'move-tenant': async () => {
    if (!canFollowGuides || !isInstalled('haproxy')) return []
    const options = { clients, cases, settings }
    const database = await moveTenant({ ...options, tenant: 'database', folder: join(folder, 'move-database') })
    const schema = await moveTenant({ ...options, tenant: 'schema', folder: join(folder, 'move-schema') })
    return [...prefixed(database, 'a database'), ...prefixed(schema, 'a schema')]
  },
  restore: async () => (canFollowGuides ? restore({ clients, cases, folder: join(folder, 'restore'), settings }) : []),
  attachments: async () =>
    attachments(await newStore(), { kills: number('kills'), crashes: number('crashes'), clients: 8 }, await postgres()),
  events: async () => {
    const sizes = { changes: number('events'), imported: number('events'), maximumSleepMs: number('sleep') * 1000 }
    const options = { ...sizes, kills: number('kills'), crashes: number('crashes'), folder }
    return events(await newStore(), options, await postgres())
  },
  webhooks: async () =>
    webhooks(await newStore(), { changes: number('webhooks'), kills: number('kills'), clients: 16 }),
  'rolling-restart': async () => {
    const results: CheckResult[] = []
    for (const loadBalancer of (['haproxy', 'nginx'] as const).filter(isInstalled)) {
      const files = join(folder, loadBalancer)
      const options = { loadBalancer, restarts: number('restarts'), clients, shutdownDelayS: 3, folder: files }
      results.push(...(await rollingRestart(await newStore(), options)))
    }
    return results
  },
  overload: async () =>
    overload(await newStore(), await postgres(), { clients: number('clients', 500), pauseMs: number('pause') * 1000 }),
}

const help = `npm run torture -- [trial …] [options]

Trials, which docs/torture.md describes (all by default):
  ${Object.keys(trials).join('\n  ')}

Options:
${Object.entries(counts)
  .map(([name, [byDefault = '', what]]) => `  --${name} ${byDefault}`.padEnd(24) + what)
  .join('\n')}

The trials start their own PostgreSQL server in a temporary folder. The exit code is 1 if any claim is violated.`

const selected = positionals.length === 0 ? Object.keys(trials) : positionals
if (values['help'] || selected.some((name) => !(name in trials))) {
  console.log(help)
  process.exitCode = values['help'] ? 0 : 2
} else {
  try {
    for (const name of selected) {
      const startedAt = performance.now()
      const results = (await trials[name]?.()) ?? []
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      console.log(`\n${name} (${seconds} s)\n\n${resultTable(results)}`)
      if (results.some(({ violations }) => violations > 0)) process.exitCode = 1
    }
  } finally {
    await running?.stop('SIGINT')
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type OwnPostgresServer, startPostgres } from '../bench/postgres.ts'
import { crash } from './crash.ts'
import { fuzz } from './fuzz.ts'
import { lostUpdate } from './lost-update.ts'
import { overload } from './overload.ts'
import { type CheckResult, table } from './report.ts'
import { sqlmap } from './sqlmap.ts'
import { stop } from './stop.ts'
import { createEmbeddedStore, createPostgresStore } from './stores.ts'

const help = `npm run torture -- [what] [options]

What (everything by default):
  crash        the server is killed, and PostgreSQL stopped at once, under load
  embedded     the server on the embedded store is killed under load
  lost-update  48 of 64 clients change two cases, through one server and through two
  stop         the server is stopped by SIGTERM under load
  overload     500 clients on a pool of 5, while PostgreSQL's processes are stopped, and restarted (Linux)
  fuzz         requests of every kind to both faces, each answer judged
  sqlmap       SQL injection, tried by sqlmap where it is installed

Options:
  --kills 50        how often the server is killed
  --crashes 20      how often PostgreSQL is stopped at once
  --changes 100000  how many changes lost-update makes
  --stops 50        how often the server is stopped
  --pause 30        for how many seconds PostgreSQL's processes are stopped
  --requests 100000 how many requests fuzz sends
  --seed 1          what fuzz begins with; the same seed sends the same requests
  --cases 20000     how many cases the database has
  --clients 64      how many clients there are; overload has 500

A PostgreSQL server is started in a temporary folder. The exit code is 1 where anything was lost.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '50' },
    crashes: { type: 'string', default: '20' },
    changes: { type: 'string', default: '100000' },
    stops: { type: 'string', default: '50' },
    pause: { type: 'string', default: '30' },
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: '20000' },
    clients: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

function number(name: Exclude<keyof typeof values, 'help'>, fallback = 0): number {
  const text = values[name] ?? `${fallback}`
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} must be a number above 0.`)
  return Number(text)
}

const folder = mkdtempSync(join(tmpdir(), 'casegate-torture-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
// What was started goes with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const cases = number('cases')
const clients = number('clients', 64)
let running: OwnPostgresServer | undefined
const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' }
const postgres = async () => (running ??= await startPostgres(folder, settings))
const newStore = async () => createPostgresStore(await postgres(), cases)

const trials: Record<string, () => Promise<CheckResult[]>> = {
  crash: async () => {
    const options = { kills: number('kills'), crashes: number('crashes'), clients }
    return crash(await newStore(), options, await postgres())
  },
  embedded: async () => {
    const store = await createEmbeddedStore(join(folder, 'embedded'), cases)
    return crash(store, { kills: number('kills'), crashes: 0, clients })
  },
  'lost-update': async () => {
    const changes = number('changes')
    const one = await lostUpdate(await newStore(), { changes, clients, servers: 1 })
    const two = await lostUpdate(await newStore(), { changes, clients, servers: 2 })
    const named = (findings: CheckResult[], name: string) =>
      findings.map((found) => ({ ...found, claim: `${name}: ${found.claim}` }))
    return [...named(one, 'one server'), ...named(two, 'two servers')]
  },
  fuzz: async () => fuzz(await postgres(), { requests: number('requests'), seed: number('seed') }),
  sqlmap: async () => sqlmap((await newStore()).settings['DATABASE_URL'] ?? ''),
  stop: async () => stop(await newStore(), { stops: number('stops'), clients }),
  overload: async () =>
    overload(await newStore(), await postgres(), { clients: number('clients', 500), pauseMs: number('pause') * 1000 }),
}

const chosen = positionals.length === 0 ? Object.keys(trials) : positionals
if (values.help || chosen.some((name) => !(name in trials))) {
  console.log(help)
  process.exitCode = values.help ? 0 : 2
} else {
  try {
    for (const name of chosen) {
      const started = performance.now()
      const findings = (await trials[name]?.()) ?? []
      const seconds = Math.round((performance.now() - started) / 1000)
      console.log(`\n${name} (${seconds} s)\n\n${table(findings)}`)
      if (findings.some(({ lost }) => lost > 0)) process.exitCode = 1
    }
  } finally {
    await running?.stop('SIGINT')
  }
}

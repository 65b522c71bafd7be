import { isDeepStrictEqual, parseArgs } from 'node:util'

export const help = `npm run bench -- [measurement] [options]

Measurements:
  ratios    (default) throughput of each operation relative to the reference and to pgbench
  processes throughput, CPU time and lost races with 1, 2 and 4 processes on one database
  workers   throughput, CPU time, memory and start of one command with WORKERS=1 and WORKERS=2
  fairness  throughput of other cases while 48 clients update the same two cases
  events    time from a change to the streams of the event feed, and the memory of 1,000 streams
  replicas  reads with and without a replica
  tenants   CPU time of PostgreSQL for tenants in two schemas of one database
  growth    throughput for several database sizes (--cases 10000,1000000,5000000)
  memory    resident memory over one million requests (--requests 1000000)
  start     time from process start until /readyz returns 200
  resources CPU time of both servers, WAL, disk space and memory per request
  jwt       CPU time of requests with session tokens and with JWTs (--requests 6000, of each kind and round)
  attachments
            uploads and downloads of 25 MiB relative to a server written by hand, and their effect on others
  configure time of a change of 1,000 items of the configuration, and what it costs other requests
  mcp       CPU time of calls of tools above that of REST
  merge     CPU time of merges and their reversals, relative to updates
  desk      time until the queue of the desk can be used, and what it loads, in Chromium
  maintenance
            disk space of rows and indexes; CPU time and bytes of archive, import, vacuum and backup (with 2,000,000 cases)
  capacity  measures nothing: calculates docs/capacity.md, or your load (--cases 20000000 --changes 500)
  search    time of searches, and of the computation of terms (--cases 100000 --requests 100)
  table     tables of all cases: rows per second, memory, and the latencies of others (--cases 100000)
  profile   CPU profile of the server for each cell

A cell is one operation over one API, such as update-rest or lookup-graphql.

Options:
  --against PATH    with ratios: compare this checkout with the one at PATH instead of the reference and pgbench
  --cases 1000000   number of cases in the database; a million cases need about 1.05 GB, and a copy as much again
  --rounds 5        number of rounds; each round starts new server processes and measures each cell once
  --seconds 3       duration of each measurement; before each, the servers warm up for as long, but at most 2 seconds
  --changes 500     with capacity: changes per second in the busiest minute
  --connections 32  number of concurrent clients
  --only update,lookup-rest
                    measure only cells whose name starts with one of these
  --fresh           recreate the databases and discard saved measurements

A measurement replaces its table in docs/performance.md, unless an option other than --fresh differs from its default.

Set BENCH_DATABASE_URL to use an existing PostgreSQL server (as superuser). Otherwise the benchmark starts its own.`

const defaultCases: Record<string, string> = {
  growth: '10000,1000000,5000000',
  maintenance: '2000000',
}
const defaultRequests: Record<string, string> = { memory: '1000000', jwt: '6000' }

export interface Options {
  /** One number of cases for each database. */
  cases: [number, ...number[]]
  /** Changes per second in the busiest minute. */
  changes: number | undefined
  rounds: number
  seconds: number
  warmUpSeconds: number
  connections: number
  /** For measurements that send a fixed number. */
  requests: number
  /** Prefixes of cell names; empty for all cells. */
  only: string[]
  /** The root folder of another checkout. */
  against: string | undefined
  fresh: boolean
  /** Whether the result replaces the table in docs/performance.md: every size has its default. */
  publishes: boolean
}

/** Returns undefined if the user asked for help. Throws if an argument is invalid. */
export function readOptions(args: string[]): { measurement: string; options: Options } | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      cases: { type: 'string' },
      changes: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      requests: { type: 'string' },
      only: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const measurement = positionals[0] ?? 'ratios'
  const defaults = {
    cases: defaultCases[measurement] ?? '1000000',
    rounds: '5',
    seconds: '3',
    connections: '32',
    requests: defaultRequests[measurement] ?? '1',
    only: '',
  }
  const { against, changes, fresh, help: _, ...given } = values
  const texts = { ...defaults, ...given }
  const [first = '', ...others] = texts.cases.split(',')
  const seconds = positive(texts.seconds, 'seconds', /^(?=.*[1-9])\d+(\.\d+)?$/)
  return {
    measurement,
    options: {
      cases: [positive(first, 'cases'), ...others.map((text) => positive(text, 'cases'))],
      changes: changes === undefined ? undefined : positive(changes, 'changes'),
      rounds: positive(texts.rounds, 'rounds'),
      seconds,
      warmUpSeconds: Math.min(2, seconds),
      connections: positive(texts.connections, 'connections'),
      requests: positive(texts.requests, 'requests'),
      only: texts.only.split(',').filter(Boolean),
      against,
      fresh,
      publishes: against === undefined && isDeepStrictEqual(texts, defaults),
    },
  }
}

function positive(text: string, name: string, form = /^[1-9]\d*$/): number {
  if (!form.test(text)) throw new Error(`--${name} must be a positive ${name === 'seconds' ? 'number' : 'integer'}.`)
  return Number(text)
}

export function isSelected(cell: string, { only }: Options): boolean {
  return only.length === 0 || only.some((prefix) => cell.startsWith(prefix))
}

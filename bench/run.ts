import { parseArgs } from 'node:util'
import { measureFairness } from './fairness.ts'
import { measureGrowth } from './growth.ts'
import { measureMemory, measureStart } from './process-figures.ts'
import { openPostgresServer } from './postgres.ts'
import { measureProfile } from './profile.ts'
import { measureRatios } from './ratios.ts'

export interface Options {
  cases: number[]
  rounds: number
  seconds: number
  connections: number
  only: string[]
  fresh: boolean
}

const help = `npm run bench -- [what] [options]

What:
  ratios    (default) every unit over both faces, beside the reference and pgbench
  fairness  changes of other cases while 48 clients change two
  growth    the same work at several numbers of cases (--cases 10000,1000000,5000000)
  memory    resident memory over a million requests
  start     from the process's start to its first good answer of /readyz
  profile   where the server's processor time goes, for each cell (--only update-rest)

Options:
  --cases 1000000   how many cases the database has
  --rounds 5        how often every cell is measured; medians are given
  --seconds 5       how long every cell is measured in a round
  --connections 32  how many clients wait for answers at a time
  --only update,lookup-rest   cells, or beginnings of their names; docs/performance.md is left as it is then
  --fresh           make the databases anew

BENCH_DATABASE_URL is the address of a PostgreSQL server (a superuser); without it one is started.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string', default: '' },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const measurements = {
  ratios: measureRatios,
  fairness: measureFairness,
  growth: measureGrowth,
  memory: measureMemory,
  start: measureStart,
  profile: measureProfile,
}
const what = positionals[0] ?? 'ratios'

if (values.help || !(what in measurements)) {
  console.log(help)
  process.exitCode = values.help ? 0 : 2
} else {
  const number = (text: string, name: string) => {
    if (!/^\d+$/.test(text) || Number(text) < 1) throw new Error(`--${name} must be a number above 0.`)
    return Number(text)
  }
  const cases = values.cases ?? (what === 'growth' ? '10000,1000000,5000000' : '1000000')
  const options: Options = {
    cases: cases.split(',').map((text) => number(text, 'cases')),
    rounds: number(values.rounds, 'rounds'),
    seconds: number(values.seconds, 'seconds'),
    connections: number(values.connections, 'connections'),
    only: values.only.split(',').filter(Boolean),
    fresh: values.fresh,
  }
  const server = await openPostgresServer()
  try {
    await measurements[what as keyof typeof measurements](server, options)
  } finally {
    await server.stop()
  }
}

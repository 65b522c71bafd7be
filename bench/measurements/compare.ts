import { resolve } from 'node:path'
import { type ComparedSample, ComparisonResults, type Pair } from './comparison-results.ts'
import { createDatabase } from '../servers/database.ts'
import { measure, median } from './measure.ts'
import { isSelected, type Options } from '../options.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { describe, environment, format, formatRange, markdownTable } from '../report.ts'
import { type Cell, cells, requestsFor } from '../load/requests.ts'
import {
  measuredSettings,
  type ServerProcess,
  startCasegate,
  thisCheckout,
  withServers,
} from '../servers/server-process.ts'

const sides = ['baseline', 'current'] as const
type Servers = Record<(typeof sides)[number], ServerProcess>

/** The largest accepted loss of throughput, and growth of p99 and memory. */
const tolerance = 0.1

/**
 * Compares this checkout with a baseline in another folder. Each round starts a new process of both and measures them
 * alternately, so that a slow phase of the machine affects both.
 */
export async function compare(server: PostgresServer, options: Options, against: string): Promise<void> {
  const checkouts = { baseline: resolve(against), current: thisCheckout }
  const results = new ComparisonResults(Object.values(checkouts), options)
  console.log(`Saving measurements to ${results.file} (${results.pairs.length} exist).`)
  const selected = cells.filter(({ name }) => isSelected(name, options))
  const [cases] = options.cases
  const createFor = (checkout: string) => createDatabase(server, { cases, fresh: options.fresh, checkout })
  const baseline = await createFor(checkouts.baseline)
  const current = await createFor(checkouts.current)
  const starts = {
    baseline: () => startCasegate(measuredSettings(baseline.url), { checkout: checkouts.baseline }),
    current: () => startCasegate(measuredSettings(current.url)),
  }
  try {
    for (let round = 1; round <= options.rounds; round++) {
      const missing = selected.filter(({ name }) => !results.has(round, name))
      if (missing.length === 0) continue
      await current.checkpoint()
      await withServers(starts, async (servers) => {
        for (const [index, cell] of (round % 2 === 1 ? missing : missing.toReversed()).entries()) {
          const order = (round + index) % 2 === 0 ? sides : sides.toReversed()
          const samples = await measureBoth(cell, servers, order, options, () => server.cpuMs())
          results.add({ round, cell: cell.name, ...samples })
          for (const side of sides) {
            console.log(`round ${round}  ${cell.name.padEnd(16)} ${side.padEnd(8)}  ${describe(samples[side])}`)
          }
        }
      })
    }
    const pairs = results.pairs.filter(({ round }) => round <= options.rounds)
    console.log(`\n${environment(current, options)}\n\n${report(selected, pairs)}`)
  } finally {
    await baseline.drop()
    await current.drop()
  }
}

async function measureBoth(
  { operation, face }: Cell,
  servers: Servers,
  order: readonly (keyof Servers)[],
  { cases: [cases], connections, seconds, warmUpSeconds }: Options,
  databaseCpuMs: () => number,
): Promise<Record<keyof Servers, ComparedSample>> {
  const load = { connections, next: requestsFor(operation, face, cases) }
  for (const side of order) await measure(servers[side], { ...load, seconds: warmUpSeconds })
  const samples = new Map<keyof Servers, ComparedSample>()
  for (const side of order) {
    const before = databaseCpuMs()
    const sample = await measure(servers[side], { ...load, seconds })
    samples.set(side, { ...sample, databaseCpu: ((databaseCpuMs() - before) * 1000) / sample.requests })
  }
  return Object.fromEntries(samples) as Record<keyof Servers, ComparedSample>
}

type Figure = 'requestsPerSecond' | 'p99' | 'cpu' | 'databaseCpu' | 'memory'

/** A table of medians and of ratios of current to baseline, and the cells that exceed the tolerance. */
function report(selected: readonly Cell[], pairs: readonly Pair[]): string {
  const of = (cell: Cell) => pairs.filter((pair) => pair.cell === cell.name)
  const ratios = (cell: Cell, figure: Figure) =>
    of(cell).map(({ baseline, current }) => current[figure] / baseline[figure])
  const medians = (cell: Cell, figure: Figure) =>
    sides.map((side) => format(median(of(cell).map((pair) => pair[side][figure])))).join(' → ')
  const columns: [title: string, figure: Figure][] = [
    ['requests/s', 'requestsPerSecond'],
    ['p99 ms', 'p99'],
    ['CPU µs/request', 'cpu'],
    ['CPU of PostgreSQL µs/request', 'databaseCpu'],
    ['memory MiB', 'memory'],
  ]
  const table = markdownTable(
    ['baseline → current', ...columns.flatMap(([title]) => [title, 'ratio (range)'])],
    selected.map((cell) => [
      cell.name,
      ...columns.flatMap(([, figure]) => [medians(cell, figure), formatRange(ratios(cell, figure))]),
    ]),
  )
  const worse = selected.flatMap((cell) => [
    ...(median(ratios(cell, 'requestsPerSecond')) < 1 - tolerance ? [`${cell.name} has lower throughput`] : []),
    ...(median(ratios(cell, 'p99')) > 1 + tolerance ? [`${cell.name} has a higher p99`] : []),
    ...(median(ratios(cell, 'memory')) > 1 + tolerance ? [`${cell.name} uses more memory`] : []),
  ])
  const verdict = worse.length === 0 ? 'No cell is worse' : worse.join(', ')
  const mostMemory = Math.max(...pairs.map(({ current }) => current.memory))
  return `${table}\n\n${verdict} (tolerance ${tolerance * 100} %).\nMaximum resident memory: ${format(mostMemory)} MiB.`
}

import { markdownTable } from '../report.ts'
import { assumed, type Input, measured } from './inputs.ts'
import { dataOf, type Load, of, processesOf, requestsOf } from './model.ts'
import { type Range, rangeText, scaled } from './range.ts'
import { serverOf, verdict } from './server.ts'
import { workOf } from './work.ts'

/** The loads of docs/capacity.md. */
const exampleLoads: Load[] = [
  { cases: 50_000_000, changesPerSecond: 100 },
  { cases: 1_000_000_000, changesPerSecond: 2_000 },
  { cases: 1_000_000_000, changesPerSecond: 10_000 },
]

type Row = [name: string, figure: (load: Load) => Range | string]

const million = 1e6
const gigabyte = 1e9
const gibibyte = 2 ** 30

const sections: Record<string, Row[]> = {
  'The load': [
    ['Cases read, lookups and lists per second', readsText],
    ['Changes per day, millions', (load) => scaled(dataOf(load).changesPerDay, million)],
    ['New cases per day, millions', (load) => scaled(dataOf(load).newPerDay, million)],
    ['**Days from the creation of a case to its archive**', (load) => dataOf(load).days],
    ['**Processes of Casegate**, one in reserve', (load) => processesOf(load).processes],
    ['Memory of the processes, GiB', (load) => scaled(processesOf(load).memory, gibibyte)],
    ['Connections', (load) => processesOf(load).connections],
    ['Events, millions', (load) => scaled(dataOf(load).events, million)],
    ['Data, GB', (load) => scaled(dataOf(load).bytes, gigabyte)],
    ['… of which idempotency keys of a day', (load) => scaled(dataOf(load).keys, gigabyte)],
    ['**Disk for the data, GB**', (load) => scaled(dataOf(load).disk, gigabyte)],
    ['**Working set in memory, GiB**', (load) => scaled(dataOf(load).workingSet, gibibyte)],
    ['WAL, MB per second', (load) => scaled(dataOf(load).wal, million)],
  ],
  'One server with replicas': [
    ['Busy cores for changes', (load) => serverOf(load).changing],
    ['Busy cores for cases and lookups', (load) => serverOf(load).reading],
    ['Busy cores for lists', (load) => serverOf(load).listing],
    ['**Cores of the primary**', (load) => serverOf(load).primary],
    ['**Cores of all replicas**, for lists', (load) => serverOf(load).replicas],
    ['Memory of the connections to the primary, GiB', (load) => scaled(serverOf(load).connectionMemory, gibibyte)],
    ['**One server is enough**', verdict],
  ],
  Operations: [
    ['Files to load, of 100,000 cases', (load) => workOf(load).files],
    ['**CPU time to load them with `import`, days**', (load) => workOf(load).importDays],
    ['WAL of the load, GB', (load) => scaled(workOf(load).importWal, gigabyte)],
    ['**Files to archive per day**', (load) => workOf(load).archives],
    ['CPU time of the archive per day, hours', (load) => workOf(load).archiveHours],
    ['Archived files per day, GB', (load) => scaled(workOf(load).archiveBytes, gigabyte)],
    ['Days until PostgreSQL must freeze all tables', (load) => workOf(load).daysBetweenFreezes],
    ['CPU time of a vacuum of all tables, hours', (load) => workOf(load).vacuumHours],
    ['Time of a base backup or a new replica, hours', (load) => workOf(load).copyHours],
    ['CPU time of `pg_dump`, hours', (load) => workOf(load).dumpHours],
  ],
}

/** The results for these loads and the inputs, as Markdown. */
export function capacityTables(loads: readonly Load[] = exampleLoads): string {
  return `${resultTables(loads)}\n\n## Inputs\n\n${inputTables()}`
}

function resultTables(loads: readonly Load[]): string {
  const head = ['', ...loads.map(loadText)]
  const tables = Object.entries(sections).map(([title, rows]) => {
    const body = rows.map(([name, figure]) => [name, ...loads.map((load) => textOf(figure(load)))])
    return `### ${title}\n\n${markdownTable(head, body)}`
  })
  return tables.join('\n\n')
}

function inputTables(): string {
  const groups = { Measured: measured, Assumed: assumed }
  const tables = Object.entries(groups).map(([title, inputs]) => {
    const rows = Object.values<Input>(inputs).map((input) => [input.name, valueText(input), input.source])
    return `### ${title}\n\n${markdownTable(['Input', 'Value', 'Source'], rows)}`
  })
  return tables.join('\n\n')
}

function loadText({ cases, changesPerSecond }: Load): string {
  return `${cases.toLocaleString('en')} cases, ${changesPerSecond.toLocaleString('en')} changes/s`
}

function textOf(figure: Range | string): string {
  return typeof figure === 'string' ? figure : rangeText(figure)
}

function valueText(input: Input): string {
  const [low, high] = of(input).map((value) => value.toLocaleString('en'))
  const value = low === high ? low : `${low} to ${high}`
  return input.unit === '' ? `${value}` : `${value} ${input.unit}`
}

function readsText(load: Load): string {
  const { cases, lookups, lists } = requestsOf(load)
  return [cases, lookups, lists].map(rangeText).join('; ')
}

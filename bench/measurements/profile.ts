import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../servers/database.ts'
import { measure } from './measure.ts'
import { isSelected, type Options } from '../options.ts'
import type { PostgresServer } from '../servers/postgres.ts'
import { format } from '../report.ts'
import { type Cell, cells, requestsFor } from '../load/requests.ts'
import { measuredSettings, startCasegate } from '../servers/server-process.ts'

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/** Milliseconds since the start of the server. */
type Interval = [from: number, to: number]

/** Profiles the server for each cell. The profiles are kept for Chrome DevTools. */
export async function measureProfile(server: PostgresServer, options: Options): Promise<void> {
  const [cases] = options.cases
  const database = await createDatabase(server, { cases, fresh: options.fresh })
  const folder = mkdtempSync(join(tmpdir(), 'casegate-profile-'))
  try {
    for (const cell of cells) {
      if (isSelected(cell.name, options)) await profile(database.url, cell, join(folder, cell.name), options)
    }
  } finally {
    await database.drop()
  }
}

async function profile(url: string, { name, operation, face }: Cell, folder: string, options: Options): Promise<void> {
  mkdirSync(folder)
  const nodeFlags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500']
  const casegate = await startCasegate(measuredSettings(url), { nodeFlags })
  const { connections, seconds } = options
  const load = { connections, seconds, next: requestsFor(operation, face, options.cases[0]) }
  const startedAt = performance.now() - casegate.readyMs
  await measure(casegate, { ...load, seconds: options.warmUpSeconds })
  const from = performance.now() - startedAt
  const { requestsPerSecond, cpu } = await measure(casegate, load)
  const interval: Interval = [from, performance.now() - startedAt]
  await casegate.stop()
  const file = `${folder}.cpuprofile`
  renameSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.cpuprofile')) ?? ''), file)
  console.log(`\n${name}: ${format(requestsPerSecond)} requests/s, ${format(cpu)} µs of CPU time each; ${file}`)
  summarise(JSON.parse(readFileSync(file, 'utf8')) as Profile, interval)
}

/** Leaves out the start, the warm-up and the shutdown. */
function summarise({ nodes, samples, timeDeltas }: Profile, [from, to]: Interval): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)))
  const functions = new Map<string, number>()
  const packages = new Map<string, number>()
  let total = 0
  let now = 0
  samples.forEach((id, i) => {
    const time = timeDeltas[i] ?? 0
    now += time / 1000
    const frame = byId.get(id)?.callFrame
    if (now < from || now > to || !frame || frame.functionName === '(idle)') return
    total += time
    const place = `${frame.url.split('/').slice(-3).join('/')}:${frame.lineNumber + 1}`
    add(functions, `${frame.functionName || '(anonymous)'} ${place}`, time)
    // Time in the engine counts for its caller.
    let caller: number | undefined = id
    while (caller !== undefined && byId.get(caller)?.callFrame.url === '') caller = parents.get(caller)
    const url = caller === undefined ? '' : (byId.get(caller)?.callFrame.url ?? '')
    add(packages, url === '' ? frame.functionName : packageOf(url), time)
  })
  printTop('packages', packages, 16, total)
  printTop('functions', functions, 40, total)
}

function printTop(title: string, times: Map<string, number>, count: number, total: number): void {
  console.log(`  ${title} by self time`)
  const top = [...times].sort(([, a], [, b]) => b - a).slice(0, count)
  for (const [name, time] of top) console.log(`  ${((time / total) * 100).toFixed(1).padStart(5)} %  ${name}`)
}

function add(times: Map<string, number>, name: string, time: number): void {
  times.set(name, (times.get(name) ?? 0) + time)
}

function packageOf(url: string): string {
  if (url.startsWith('node:')) return url.split('/')[0] ?? url
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  return name ?? `casegate ${url.split('/').slice(-2).join('/')}`
}

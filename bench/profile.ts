import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from './database.ts'
import { measure } from './measure.ts'
import type { PostgresServer } from './postgres.ts'
import { startCasegate } from './processes.ts'
import { format } from './report.ts'
import { type Face, requestsOf, type Unit, units } from './requests.ts'
import type { Options } from './run.ts'

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/** Milliseconds since the server's start. */
type Interval = [from: number, to: number]

/** Where the server's processor time goes, for each cell of its own; the profiles are kept for Chrome's DevTools. */
export async function measureProfile(server: PostgresServer, options: Options): Promise<void> {
  const [cases = 1_000_000] = options.cases
  const database = await createDatabase(server, cases, options.fresh)
  const folder = mkdtempSync(join(tmpdir(), 'casegate-profile-'))
  try {
    for (const unit of units) {
      for (const face of ['rest', 'graphql'] as const) {
        const name = `${unit}-${face}`
        if (name === 'case-rest') continue
        if (options.only.length > 0 && !options.only.some((start) => name.startsWith(start))) continue
        await profile(database.url, unit, face, join(folder, name), { ...options, cases: [cases] })
      }
    }
  } finally {
    await database.drop()
  }
}

async function profile(url: string, unit: Unit, face: Face, folder: string, options: Options): Promise<void> {
  mkdirSync(folder)
  const casegate = await startCasegate(url, ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'])
  const load = {
    connections: options.connections,
    seconds: options.seconds,
    next: requestsOf(unit, face, options.cases[0] ?? 0),
  }
  const started = performance.now() - casegate.readyMs
  await measure(casegate, { ...load, seconds: 3 })
  const from = performance.now() - started
  const { requestsPerSecond, cpu } = await measure(casegate, load)
  const interval: Interval = [from, performance.now() - started]
  await casegate.stop()
  const file = `${folder}.cpuprofile`
  renameSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.cpuprofile')) ?? ''), file)
  console.log(`\n${unit}-${face}: ${format(requestsPerSecond)} requests/s, ${format(cpu)} µs each; ${file}`)
  summarise(JSON.parse(readFileSync(file, 'utf8')) as Profile, interval)
}

/** Leaves out how the server starts, is warmed up and stops. */
function summarise({ nodes, samples, timeDeltas }: Profile, [from, to]: Interval): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)))
  const functions = new Map<string, number>()
  const owners = new Map<string, number>()
  let total = 0
  let now = 0
  samples.forEach((id, i) => {
    const time = timeDeltas[i] ?? 0
    now += time / 1000
    const frame = byId.get(id)?.callFrame
    if (now < from || now > to || !frame || frame.functionName === '(idle)') return
    total += time
    add(
      functions,
      `${frame.functionName || '(anonymous)'} ${frame.url.split('/').slice(-3).join('/')}:${frame.lineNumber + 1}`,
      time,
    )
    // What the engine does itself counts for who called it.
    let caller: number | undefined = id
    while (caller !== undefined && byId.get(caller)?.callFrame.url === '') caller = parents.get(caller)
    const url = caller === undefined ? '' : (byId.get(caller)?.callFrame.url ?? '')
    add(owners, url === '' ? frame.functionName : ownerOf(url), time)
  })
  for (const [title, times, count] of [
    ['by package', owners, 16],
    ['by function', functions, 40],
  ] as const) {
    console.log(`  self time ${title}`)
    const top = [...times].sort(([, a], [, b]) => b - a).slice(0, count)
    for (const [name, time] of top) console.log(`  ${((time / total) * 100).toFixed(1).padStart(5)} %  ${name}`)
  }
}

function add(times: Map<string, number>, name: string, time: number): void {
  times.set(name, (times.get(name) ?? 0) + time)
}

function ownerOf(url: string): string {
  if (url.startsWith('node:')) return url.split('/')[0] ?? url
  const [, owner] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  return owner ?? `casegate ${url.split('/').slice(-2).join('/')}`
}

import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BenchDatabase, withClient } from '../servers/database.ts'
import { type Measurement, percentiles } from '../load/load.ts'
import { isChange, writeScript } from './pgbench-script.ts'
import { findProgram } from '../servers/postgres-programs.ts'
import type { Operation } from '../load/requests.ts'

/** Runs the statements that Casegate runs for an operation, as an upper bound for what PostgreSQL can do. */
export type Pgbench = (operation: Operation, seconds: number) => Promise<Measurement>

const clients = 16

/** Returns undefined if pgbench is not installed. */
export async function openPgbench(database: BenchDatabase): Promise<Pgbench | undefined> {
  const program = findProgram('pgbench')
  if (!program) return undefined
  const scripts = new Map<Operation, string>()
  return async (operation, seconds) => {
    const script = scripts.get(operation) ?? (await writeScript(database, operation))
    scripts.set(operation, script)
    const before = await countEvents(database.url)
    const measurement = await runScript(program, database.url, script, seconds)
    const written = (await countEvents(database.url)) - before
    // A few changes are lost to concurrent ones of the same case. More of them mean that the script is wrong.
    const expected = (0.99 - clients / database.cases) * measurement.requests - 1
    if (isChange(operation) && written < expected) {
      throw new Error(`pgbench wrote ${written} changes in ${measurement.requests} transactions:\n${script}`)
    }
    return measurement
  }
}

function countEvents(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ count: string }>('select count(*) from case_events')
    return Number(rows[0]?.count)
  })
}

async function runScript(program: string, url: string, script: string, seconds: number): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'casegate-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const flags = [
      '-n',
      '-M',
      'prepared',
      '-c',
      `${clients}`,
      '-j',
      '2',
      '-T',
      `${Math.max(1, Math.round(seconds))}`,
      '-f',
      file,
    ]
    const { stdout } = await promisify(execFile)(program, [...flags, '-l', '--log-prefix', join(folder, 'log'), url])
    const tps = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    if (!(tps > 0) || !/failed transactions: 0 /.test(stdout)) throw new Error(`pgbench failed:\n${stdout}\n${script}`)
    const logs = readdirSync(folder).filter((name) => name.startsWith('log'))
    const lines = logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    // The third column is the latency in microseconds.
    const latencies = lines.map((line) => Number(line.split(' ')[2]) / 1000)
    return { requestsPerSecond: tps, requests: lines.length, ...percentiles(latencies), wrong: 0, firstWrong: null }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

import { styleText } from 'node:util'
import { type Config, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { checkStore } from '../doctor/check-store.ts'
import { examine } from '../doctor/doctor.ts'
import { failure, type CheckResult } from '../doctor/check-result.ts'
import { checkConfiguration } from '../doctor/check-configuration.ts'
import { explain } from './explain.ts'
import { print } from './print.ts'

export interface DoctorOptions {
  deep?: boolean
  json?: boolean
}

/** Prints what it finds, as it finds it; the exit code is 1 where anything has to be put right. */
export async function runDoctor({ deep = false, json = false }: DoctorOptions): Promise<void> {
  const findings: CheckResult[] = []
  for await (const finding of diagnose(deep)) {
    findings.push(finding)
    if (!json) console.log(lineOf(finding))
  }
  const count = (level: CheckResult['level']) => findings.filter((finding) => finding.level === level).length
  const [failures, warnings] = [count('failure'), count('warning')]
  const text = `${failures} failed, ${warnings} to look at, ${count('ok')} ok.`
  print(json, { healthy: failures === 0, failures, warnings, findings }, text)
  if (failures > 0) process.exitCode = 1
}

async function* diagnose(deep: boolean): AsyncGenerator<CheckResult> {
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    yield failure('configuration', inALine(error), 'docs/settings.md has every setting.')
    return
  }
  yield* checkConfiguration(config)
  if (config.store.kind === 'embedded') {
    const findings = checkStore(config.store.folder)
    yield* findings
    if (!findings.some(({ check }) => check === 'durability')) return
  }
  yield* examineStore(config.store, deep)
}

// A check of some seconds is expected to take them; without --deep nothing takes one.
const patienceMs = { shallow: 10_000, deep: 600_000 }

async function* examineStore(store: Config['store'], deep: boolean): AsyncGenerator<CheckResult> {
  const served = store.kind === 'postgresql'
  const queryTimeoutMs = deep ? patienceMs.deep : patienceMs.shallow
  let database: Database
  try {
    database = await openDatabase(served ? { ...store, poolSize: 1, queryTimeoutMs } : store)
  } catch (error) {
    yield failure('connection', inALine(error), 'Put that right first: nothing else can be looked at.')
    return
  }
  try {
    yield* examine(database, { deep, poolSize: served ? store.poolSize : 1, explain: inALine })
  } finally {
    await database.close()
  }
}

/** Also a defect's message: what else it carries is for its authors. */
function inALine(error: unknown): string {
  const text = explain(error) ?? (error instanceof Error ? error.message.split('\n')[0] : undefined) ?? 'Unknown error.'
  return text.trim().replaceAll(/\s*\n\s*/g, ' ')
}

const colours = { ok: 'green', warning: 'yellow', failure: 'red' } as const

function lineOf({ check, level, message, advice }: CheckResult): string {
  return [styleText(colours[level], level.padEnd(7)), check.padEnd(13), message, ...(advice ? [advice] : [])].join(' ')
}

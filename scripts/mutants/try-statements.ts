import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { createVitest, type Vitest } from 'vitest/node'
import { openDatabase } from '../../src/open-database.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { startPostgres } from '../../test/support/database/postgres-server.ts'
import type { SentStatement } from './declared-statements.ts'
import { statementMutants } from './statement-mutants.ts'
import type { Mutant } from './survivors.ts'

/** Which test files send which statements, as the last run with `--record` saw it. */
const recorded = join('node_modules', '.cache', 'casegate-mutants', 'sent-statements.jsonl')

/** The test files that try a mutant one after another, by their numbers: more only if it survives the nearest. */
const waves = [
  [0, 1],
  [1, 4],
  [4, 20],
] as const

interface Change {
  file: string
  change: string
  /** The test files that send the statement, the nearest first. */
  tests: string[]
}

/** Makes each change in the statements, and runs the test files that send them. With `list`, only prints the changes. */
export async function tryStatements(
  isSelected: (file: string) => boolean,
  { list, record }: { list: boolean; record: boolean },
): Promise<Mutant[]> {
  const server = await startPostgres()
  const config = { root: process.cwd(), config: 'scripts/mutants/vitest.config.ts', project: ['postgresql'] }
  const quiet = { watch: false, bail: 1, maxWorkers: 1, reporters: [{}], env: { TEST_DATABASE_URL: server.url } }
  process.env['TEST_DATABASE_URL'] = server.url
  const vitest = await createVitest('test', { ...config, ...quiet })
  try {
    if (record || !existsSync(recorded)) await recordStatements(vitest)
    const lines = readFileSync(recorded, 'utf8').trim().split('\n')
    const sent = lines.map((line) => JSON.parse(line) as SentStatement)
    const changes = await changesOf(sent, isSelected, server.url)
    const mutants: Mutant[] = []
    for (const change of changes) {
      if (list) console.log(`${change.file}: ${change.change} (${change.tests.length} test files)`)
      else mutants.push(await tryChange(vitest, change))
    }
    // A test that fails in any case has caught nothing.
    delete process.env['MUTANT']
    const used = [...new Set(changes.flatMap(({ tests }) => tests.slice(0, 1)))]
    if (!list && !(await passes(vitest, used))) throw new Error('The tests fail without a mutant.')
    return mutants
  } finally {
    await vitest.close()
    await server.stop()
  }
}

async function recordStatements(vitest: Vitest): Promise<void> {
  rmSync(recorded, { force: true })
  mkdirSync(dirname(recorded), { recursive: true })
  process.env['SENT_STATEMENTS'] = recorded
  if (!(await passes(vitest))) throw new Error('The tests fail without a mutant.')
  delete process.env['SENT_STATEMENTS']
}

async function passes(vitest: Vitest, files?: readonly string[]): Promise<boolean> {
  const specifications = await vitest.globTestSpecifications(files && [...files])
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true)
  return unhandledErrors.length === 0 && testModules.every((module) => module.ok())
}

async function tryChange(vitest: Vitest, { file, change, tests }: Change): Promise<Mutant> {
  process.env['MUTANT'] = JSON.stringify({ file, change })
  let survived = true
  for (const [first, end] of waves) {
    const files = tests.slice(first, end)
    if (survived && files.length > 0) survived = await passes(vitest, files)
  }
  console.log(`${survived ? 'survived' : 'caught  '} ${file}: ${change}`)
  return { file, change, survived }
}

/** The changes that PostgreSQL understands. */
async function changesOf(
  sent: readonly SentStatement[],
  isSelected: (file: string) => boolean,
  url: string,
): Promise<Change[]> {
  const database = await openDatabase({ kind: 'postgresql', url, poolSize: 1, preparedStatements: true })
  await migrate(database).finally(() => database.close())
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const isUnderstood = (text: string) =>
    client.query(`prepare mutant as ${text}`).then(
      () => client.query('deallocate mutant').then(() => true),
      () => false,
    )
  try {
    const sizes = new Map([...Map.groupBy(sent, ({ test }) => test)].map(([test, { length }]) => [test, length]))
    const changes = new Map<string, Change>()
    const selected = sent.filter(({ file }) => isSelected(file))
    for (const [text, uses] of Map.groupBy(selected, (each) => each.text)) {
      const { file } = uses[0]!
      for (const { change, text: changed } of statementMutants(text)) {
        if (!(await isUnderstood(changed))) continue
        const key = `${file}: ${change}`
        const tests = new Set([...(changes.get(key)?.tests ?? []), ...uses.map(({ test }) => test)])
        changes.set(key, { file, change, tests: nearestFirst(file, [...tests], sizes) })
      }
    }
    return [...changes.values()]
  } finally {
    await client.end()
  }
}

/** Those of the same folders first, and of these the ones that send the fewest statements. */
function nearestFirst(file: string, tests: readonly string[], sizes: ReadonlyMap<string, number>): string[] {
  const folders = file.split('/').slice(1, -1)
  const shared = (test: string) => folders.filter((name, index) => test.split('/')[index + 1] === name).length
  return tests.toSorted((a, b) => shared(b) - shared(a) || (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0))
}

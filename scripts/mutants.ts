import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/database/postgres-server.ts'
import { listedMutants } from './mutants/listed-mutants.ts'
import { applyMutant, type Mutant, staleReason } from './mutants/mutant.ts'
import { copyProject, root } from './mutants/project-copy.ts'
import { type MutantResult, resultTable } from './mutants/result-table.ts'
import { generatedMutants } from './mutants/generated-mutants.ts'
import { runTests, type TestRun } from './mutants/test-run.ts'

const help = `npm run mutants -- [name …] [options]

Changes one condition of the code at a time, and checks that the tests fail. The changes are made in a temporary copy.

  name          parts of file names, or of names as in the result: write-change, src/cases/change/write-change.ts#3
  --generated   only the mutants that Stryker generates from the rules, tested by unit tests
  --listed      only those listed in scripts/mutants, mostly in SQL, tested on PostgreSQL
  --check       only check that the listed mutants still fit the code

The exit code is 1 if a mutant survives that is not explained, or if the list does not fit the code.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    generated: { type: 'boolean', default: false },
    listed: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const isSelected = (name: string) =>
  positionals.length === 0 ||
  positionals.some((part) => (part.includes('#') ? name.endsWith(part) : name.includes(part)))
const isChosen = (kind: 'generated' | 'listed') => values[kind] || !(values.generated || values.listed)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (values.help) console.log(help)
else if (values.check) checkList(root, listedMutants)
else await main()

async function main(): Promise<void> {
  const folder = copyProject()
  const results: MutantResult[] = []
  if (isChosen('generated')) results.push(...(await generatedMutants(folder, isSelected)))
  const listed = isChosen('listed') ? listedMutants.filter(({ name }) => isSelected(name)) : []
  if (listed.length > 0 && checkList(folder, listed)) results.push(...(await tryMutants(folder, listed)))
  for (const { name, status, detail } of results) {
    if (status === 'survived' || status === 'wrongly explained') console.log(`\n${name} ${status}:\n${detail}`)
    if (status === 'survived' || status === 'wrongly explained') process.exitCode = 1
  }
  console.log(`\n${resultTable(results)}`)
}

function checkList(folder: string, mutants: readonly Mutant[]): boolean {
  const stale = mutants.map((mutant) => staleReason(folder, mutant)).filter((reason) => reason !== null)
  for (const reason of stale) console.error(reason)
  if (stale.length > 0) process.exitCode = 1
  return stale.length === 0
}

async function tryMutants(folder: string, mutants: readonly Mutant[]): Promise<MutantResult[]> {
  const postgres = await startPostgres()
  const working = new Set<string>()

  /** A test that fails anyway catches nothing. */
  async function checkOriginal(test: string): Promise<void> {
    const { passed, output } = await runTests(folder, [test], postgres.url)
    if (!passed) throw new Error(`${test} fails without a mutant:\n${output}`)
    working.add(test)
  }

  try {
    const results: MutantResult[] = []
    for (const mutant of mutants) {
      const startedAt = performance.now()
      for (const test of mutant.tests.filter((file) => !working.has(file))) await checkOriginal(test)
      const restore = applyMutant(folder, mutant)
      const run = await runTests(folder, mutant.tests, postgres.url).finally(restore)
      const result = resultOf(mutant, run)
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      console.log(`${result.status.padEnd(17)} ${mutant.name} (${seconds} s)`)
      results.push(result)
    }
    // Something else may have broken the tests meanwhile.
    await checkOriginal(mutants[0]!.tests[0]!)
    return results
  } finally {
    await postgres.stop()
  }
}

function resultOf({ name, file, text, replacement, equivalent }: Mutant, { passed, timedOut }: TestRun): MutantResult {
  const detail = `- ${text}\n+ ${replacement}`
  if (timedOut) return { name, file, detail, status: 'timed out' }
  if (equivalent === undefined) return { name, file, detail, status: passed ? 'survived' : 'caught' }
  return { name, file, detail, status: passed ? 'equivalent' : 'wrongly explained' }
}

import { parseArgs } from 'node:util'
import { tryRules } from './mutants/rule-mutants.ts'
import { explanationOf } from './mutants/survivors.ts'
import { tryFeatures } from './mutants/try-features.ts'
import { tryStatements } from './mutants/try-statements.ts'

const help = `npm run mutants -- [part of a file's path …] [options]

Makes one mistake at a time, in a feature, in a rule or in a declared SQL statement, and checks that the tests fail.

  --rules        only in rules, which Stryker changes and unit tests check
  --features     only those of the list in scripts/mutants/feature-mutants.json, which the tests of the gate must notice
  --statements   only in statements, which the test files check that send them to PostgreSQL
  --list         only print the changes of the statements
  --record       find out again which test files send which statements

The exit code is 1 if a mutant survives that scripts/mutants/survivors.ts does not explain.`

const flag = { type: 'boolean', default: false } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { features: flag, rules: flag, statements: flag, list: flag, record: flag, help: flag },
})
const isSelected = (file: string) => positionals.length === 0 || positionals.some((part) => file.includes(part))

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (values.help) console.log(help)
else {
  const only = values.list ? 'statements' : (['features', 'rules', 'statements'] as const).find((kind) => values[kind])
  const isTried = (kind: typeof only) => only === undefined || only === kind
  const mutants = [
    ...(isTried('features') ? await tryFeatures(isSelected) : []),
    ...(isTried('rules') ? tryRules(isSelected) : []),
    ...(isTried('statements') ? await tryStatements(isSelected, values) : []),
  ]
  const survivors = mutants.filter(({ survived }) => survived)
  const unexplained = survivors.filter((mutant) => explanationOf(mutant) === undefined)
  for (const { file, change } of unexplained) console.log(`survived, not explained: ${file}: ${change}`)
  const counts = {
    mutants: mutants.length,
    survived: survivors.length,
    explained: survivors.length - unexplained.length,
  }
  console.log(JSON.stringify(counts))
  if (unexplained.length > 0) process.exitCode = 1
}

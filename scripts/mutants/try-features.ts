import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'
import { startPostgres } from '../../test/support/database/postgres-server.ts'
import mutants from './feature-mutants.json' with { type: 'json' }
import type { Mutant } from './survivors.ts'

/** A mistake in one place of a file, and parts of the paths of the test files that must notice it. At least one for each feature. */
export interface FeatureMutant {
  file: string
  from: string
  to: string
  tests: string[]
}

/**
 * Makes each mistake of the list, and runs the test files that it names: first what the gate has of them, and everything only if
 * that notices nothing. A mutant that only the tests of the night notice has survived.
 */
export async function tryFeatures(isSelected: (file: string) => boolean): Promise<Mutant[]> {
  const selected = (mutants as FeatureMutant[]).filter(({ file }) => isSelected(file))
  for (const mutant of selected) requireOnce(mutant)
  const server = await startPostgres()
  process.env['TEST_DATABASE_URL'] = server.url
  try {
    const survivors = await tryAll(selected, 'on')
    const atNight = await tryAll(survivors, 'off')
    return selected.map((mutant) => {
      const survived = survivors.includes(mutant)
      const noticed = survived && !atNight.includes(mutant) ? ' (noticed at night)' : ''
      return { file: mutant.file, change: `${mutant.from} → ${mutant.to}${noticed}`, survived }
    })
  } finally {
    await server.stop()
  }
}

/** Those that survive. Each extent needs its own Vitest, which reads TEST_GATE once. */
async function tryAll(mutants: readonly FeatureMutant[], gate: 'on' | 'off'): Promise<FeatureMutant[]> {
  if (mutants.length === 0) return []
  process.env['TEST_GATE'] = gate
  const config = { root: process.cwd(), config: 'scripts/mutants/features.vitest.config.ts' }
  const vitest = await createVitest('test', {
    ...config,
    project: ['unit', 'postgresql'],
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
  })
  const survivors: FeatureMutant[] = []
  try {
    for (const mutant of mutants) {
      process.env['MUTANT'] = JSON.stringify(mutant)
      vitest.invalidateFile(join(process.cwd(), mutant.file))
      const survived = await passes(vitest, mutant.tests)
      vitest.invalidateFile(join(process.cwd(), mutant.file))
      if (survived) survivors.push(mutant)
      console.log(`${survived ? 'survived' : 'caught  '} ${mutant.file}: ${mutant.from} → ${mutant.to}`)
    }
    // Tests that fail in any case have caught nothing.
    delete process.env['MUTANT']
    const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
    if (!(await passes(vitest, tests))) throw new Error('The tests fail without a mutant.')
    return survivors
  } finally {
    await vitest.close()
  }
}

async function passes(vitest: Vitest, tests: readonly string[]): Promise<boolean> {
  const specifications = await vitest.globTestSpecifications([...tests])
  if (specifications.length === 0) throw new Error(`No test file matches ${tests.join(', ')}.`)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, true)
  return unhandledErrors.length === 0 && testModules.every((module) => module.ok())
}

/** The text must stand once in its file. */
export function requireOnce({ file, from }: FeatureMutant): void {
  if (readFileSync(file, 'utf8').split(from).length !== 2) throw new Error(`${file} must contain once: ${from}`)
}

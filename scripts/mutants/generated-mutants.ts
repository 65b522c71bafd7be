import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explanations } from './generated-equivalents.ts'
import type { MutantResult } from './result-table.ts'
import { run } from './test-run.ts'

/** Files without SQL, whose tests need no database. */
const mutatedFiles = [
  'src/**/*.rules.ts',
  'src/cases/change/case-queue.ts',
  'src/cases/paging/page-parts.ts',
  'src/rate-limit/caller-address.ts',
]

const configuration = {
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutants/vitest.config.ts' },
  inPlace: true,
  // Stryker would read it with an API that TypeScript 7 does not have.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // Most are messages, which may be reworded.
  mutator: { excludedMutations: ['StringLiteral'] },
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: 'mutants.json' },
  allowConsoleColors: false,
}

interface Report {
  files: Record<string, { source: string; mutants: GeneratedMutant[] }>
}

interface GeneratedMutant {
  id: string
  mutatorName: string
  replacement: string
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored'
  location: Record<'start' | 'end', { line: number; column: number }>
}

const isTried = ({ status }: GeneratedMutant) => status !== 'Ignored'

/** Lets Stryker change the rules in the copy of the project, and run the unit tests for each change. */
export async function generatedMutants(folder: string, isSelected: (name: string) => boolean): Promise<MutantResult[]> {
  const files = mutatedFiles.flatMap((pattern) => globSync(pattern, { cwd: folder })).filter(isSelected)
  if (files.length === 0) return []
  writeFileSync(join(folder, 'stryker.json'), JSON.stringify({ ...configuration, mutate: files }))
  const { passed, output } = await run(folder, ['@stryker-mutator/core/bin/stryker.js', 'run', 'stryker.json'])
  if (!passed) throw new Error(`Stryker failed:\n${output}`)
  const report = JSON.parse(readFileSync(join(folder, 'mutants.json'), 'utf8')) as Report
  const used = new Set<(typeof explanations)[number]>()
  const results = Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants.filter(isTried).map((mutant): MutantResult => {
      const { start, end } = mutant.location
      const line = lines[start.line - 1] ?? ''
      const isOneLine = start.line === end.line
      const text = isOneLine ? line.slice(start.column - 1, end.column - 1) : `${line.trim()} …`
      const name = `${file}:${start.line}`
      const detail = `${line.trim()}\n- ${text}\n+ ${mutant.replacement}`
      if (mutant.status === 'Killed') return { name, file, detail, status: 'caught' }
      if (mutant.status === 'Timeout') return { name, file, detail, status: 'timed out' }
      const explanation = explanations.find(
        (each) => each.file === file && line.includes(each.line) && each.replacements.includes(mutant.replacement),
      )
      if (explanation) used.add(explanation)
      return { name, file, detail, status: explanation ? 'equivalent' : 'survived' }
    })
  })
  for (const explanation of explanations.filter((each) => files.includes(each.file) && !used.has(each))) {
    const { file, line, replacements, reason } = explanation
    results.push({
      name: file,
      file,
      detail: `${line}\n+ ${replacements.join(', ')}\n${reason}`,
      status: 'wrongly explained',
    })
  }
  return results
}

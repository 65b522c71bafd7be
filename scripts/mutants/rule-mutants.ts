import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mutant } from './survivors.ts'

/** Files without SQL, whose tests need no database. */
const ruleFiles = ['src/**/*.rules.ts', 'src/cases/change/case-queue.ts', 'src/cases/timeline/page-parts.ts']

interface Report {
  files: Record<string, { source: string; mutants: RuleMutant[] }>
}

interface RuleMutant {
  replacement: string
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored'
  location: Record<'start' | 'end', { line: number; column: number }>
}

/** Lets Stryker change the rules, and run the unit tests for each change. */
export function tryRules(isSelected: (file: string) => boolean): Mutant[] {
  const files = ruleFiles.flatMap((pattern) => globSync(pattern)).filter(isSelected)
  if (files.length === 0) return []
  const folder = mkdtempSync(join(tmpdir(), 'casegate-mutants-'))
  const report = join(folder, 'report.json')
  const configuration = {
    mutate: files,
    tempDirName: join(folder, 'copy'),
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutants/rules.vitest.config.ts' },
    // Stryker would read it with an API that TypeScript 7 does not have.
    tsconfigFile: 'none',
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // Most are messages, which may be reworded.
    mutator: { excludedMutations: ['StringLiteral'] },
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
  }
  try {
    const file = join(folder, 'stryker.json')
    writeFileSync(file, JSON.stringify(configuration))
    const program = join('node_modules', '@stryker-mutator/core/bin/stryker.js')
    execFileSync(process.execPath, [program, 'run', file], { stdio: ['ignore', 'inherit', 'inherit'] })
    return mutantsOf(JSON.parse(readFileSync(report, 'utf8')) as Report)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function mutantsOf({ files }: Report): Mutant[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return (
      mutants
        // What no unit test runs is decided in the tests on PostgreSQL.
        .filter(({ status }) => status !== 'Ignored' && status !== 'NoCoverage')
        .map(({ status, replacement, location: { start, end } }) => {
          const last = start.line === end.line ? end.column - 1 : undefined
          const text = (lines[start.line - 1] ?? '').slice(start.column - 1, last)
          const change = `${text}${last === undefined ? ' …' : ''} → ${replacement}`.replaceAll(/\s+/g, ' ')
          return { file, change, survived: status === 'Survived' }
        })
    )
  })
}

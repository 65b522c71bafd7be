import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getCallSites } from 'node:util'
import { expect } from 'vitest'
import * as original from '../../src/database/statements/statement.ts'
import { statementMutants } from './statement-mutants.ts'

// With the configuration beside this file, the service imports this file in place of src/database/statements/statement.ts.
export * from '../../src/database/statements/statement.ts'

/** A statement that a test file sent. */
export interface SentStatement {
  /** The file that declares it. */
  file: string
  text: string
  test: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const { MUTANT: mutant, SENT_STATEMENTS: record } = process.env
const { file: mutatedFile, change } = JSON.parse(mutant ?? '{}') as { file?: string; change?: string }
const recorded = new Set<string>()

/** The file that declares a statement. */
function declaringFile(): string {
  const files = getCallSites(10).map(({ scriptName }) => relative(root, scriptName.replace(/^file:\/\/|\?.*$/g, '')))
  return files.find((file) => file.startsWith('src/') && file !== 'src/database/statements/batched.ts') ?? ''
}

/** Records that the test file which runs now sends the statement. The set-up of all tests is none of them. */
function recordSent(file: string, text: string): void {
  if (record === undefined || process.env['VITEST_WORKER_ID'] === undefined) return
  const sent: SentStatement = { file, text, test: relative(root, expect.getState().testPath ?? '') }
  const line = `${JSON.stringify(sent)}\n`
  if (!recorded.has(line)) appendFileSync(record, line)
  recorded.add(line)
}

function declared<S extends { text: string }>(declare: (text: string) => S, text: string): S {
  const file = declaringFile()
  const mutants = file === mutatedFile ? statementMutants(text) : []
  const found = declare(mutants.find((each) => each.change === change)?.text ?? text)
  if (record === undefined) return found
  return Object.defineProperty(found, 'text', {
    enumerable: true,
    get() {
      recordSent(file, text)
      return text
    },
  })
}

export const statement: typeof original.statement = (text, ...rest) =>
  declared((changed) => original.statement(changed, ...rest), text)

export const varyingStatement: typeof original.varyingStatement = (text, columns) =>
  declared((changed) => original.varyingStatement(changed, columns), text)

import { styleText } from 'node:util'
import { CommanderError } from 'commander'
import { explain } from './explain.ts'
import { loggableError } from '../observability/loggable-error.ts'
import { program } from './program.ts'

/** The exit code. What commander refuses it has told already. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (isClosedPipe(error)) return 0
  const explanation = explain(error)
  console.error(
    explanation === undefined ? loggableError(error) : styleText('red', explanation, { stream: process.stderr }),
  )
  return 1
}

/** Whoever read the output (head, less) has seen enough. */
function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

process.stdout.on('error', (error) => process.exit(report(error)))

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}

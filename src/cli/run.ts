import { styleText } from 'node:util'
import { CommanderError } from 'commander'
import { codeOf } from '../errors/system-errors.ts'
import { loggableError } from '../observability/loggable-error.ts'
import { explain } from './explain.ts'
import { program } from './program.ts'

/** Runs a command and returns its exit code: 0 for success, 1 for failure, 2 for incorrect usage. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    return report(error)
  }
}

/** Prints an error and returns the exit code. Commander has already printed its own errors. */
export function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  // The reader of the output, such as head, has closed it.
  if (codeOf(error) === 'EPIPE') return 0
  const explanation = explain(error)
  console.error(explanation ? styleText('red', explanation, { stream: process.stderr }) : loggableError(error))
  return 1
}

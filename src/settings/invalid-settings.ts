import { UsageError } from '../errors/usage-error.ts'

/** One or more settings cannot be used. The message names all of them. */
export class InvalidSettings extends UsageError {
  /** What is wrong with each setting, by its name. */
  constructor(problems: Readonly<Record<string, string>>, options?: ErrorOptions) {
    const lines = Object.entries(problems).map(([name, problem]) => `  ${name}: ${problem.replaceAll('\n', '\n  ')}`)
    super(`Invalid configuration:\n${lines.join('\n')}`, options)
  }
}

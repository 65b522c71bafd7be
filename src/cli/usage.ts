import { type Command, Option } from 'commander'
import type { LoginKind } from '../login-kinds.ts'
import { commandName } from '../settings/command-name.ts'

/** The login kinds as options take them, in the order in which help lists them. */
export const loginNames = ['operator', 'party', 'consumer', 'admin'] as const satisfies Lowercase<LoginKind>[]

/** The option of a login kind, which is in upper case everywhere else. */
export function loginOption(description: string): Option {
  const option = new Option('--login <kind>', description).choices(loginNames)
  const choose = option.parseArg! as (name: string) => Lowercase<LoginKind>
  return option.argParser((name) => choose(name).toUpperCase())
}

/** The examples at the end of a help text. */
export function examples(...lines: string[]): string {
  const commands = lines.map((line) => `  ${commandName} ${line}`)
  return `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${commands.join('\n')}`
}

/** Exits with all missing options; Commander would name only the first. */
export function requireOptions(command: Command, names: readonly string[]): void {
  const missing = command.options.filter((option) => {
    const name = option.attributeName()
    return names.includes(name) && command.getOptionValue(name) === undefined
  })
  if (missing.length === 0) return
  const flags = missing.map((option) => `'${option.flags}'`).join(', ')
  command.error(`error: required option${missing.length > 1 ? 's' : ''} not specified: ${flags}`)
}

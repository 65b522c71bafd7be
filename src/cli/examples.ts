import { commandName } from '../command-name.ts'

/** The examples at the end of a help text. */
export function examples(...lines: string[]): string {
  const commands = lines.map((line) => `  ${commandName} ${line}`)
  return `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${commands.join('\n')}`
}

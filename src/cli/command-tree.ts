import type { Command } from 'commander'

/** A command or one below it, as far as a shell has to know it. */
export interface CommandNode {
  /** All words that lead to it, for example "casegate session create". */
  path: string
  name: string
  description: string
  commands: CommandNode[]
  options: OptionNode[]
  /** What its first argument can be; undefined where it takes none. */
  argument: Values | undefined
}

export interface OptionNode {
  /** With their hyphens. */
  flags: string[]
  description: string
  /** What may follow it; undefined where nothing does. */
  values: Values | undefined
}

/** Files, one of a few words, or what nobody can guess. */
export type Values = 'file' | 'any' | readonly string[]

export function allNodes(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(allNodes)]
}

export function nodeOf(command: Command, path: string): CommandNode {
  const help = command.createHelp()
  const [argument] = command.registeredArguments
  return {
    path,
    name: command.name(),
    description: firstSentence(command.description()),
    commands: help
      .visibleCommands(command)
      .filter(isRegistered)
      .map((each) => nodeOf(each, `${path} ${each.name()}`)),
    options: help.visibleOptions(command).map(({ short, long, description, required, argChoices }) => ({
      flags: [short, long].filter((flag) => flag !== undefined),
      description: firstSentence(description),
      values: required ? valuesOf(long ?? '', argChoices) : undefined,
    })),
    argument: argument && valuesOf(argument.name(), argument.argChoices),
  }

  // Its "help" command only exists while it is shown.
  function isRegistered(each: Command): boolean {
    return command.commands.includes(each)
  }
}

function valuesOf(name: string, choices: readonly string[] | undefined): Values {
  if (choices) return choices
  return name === 'file' || name === '--output' ? 'file' : 'any'
}

function firstSentence(text: string): string {
  return /^.*?[.:](?= |$)/.exec(text)?.[0].slice(0, -1) ?? text
}

import type { Command } from 'commander'

/** A command, as the completion scripts need it. */
export interface CommandNode {
  /** The command with its parents, such as "casegate session create". */
  path: string
  name: string
  description: string
  commands: CommandNode[]
  options: OptionNode[]
  argument: Values | undefined
}

export interface OptionNode {
  flags: string[]
  description: string
  values: Values | undefined
}

/** The values to complete: file names, nothing, or one of these words. */
export type Values = 'file' | 'any' | readonly string[]

export function allNodes(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(allNodes)]
}

/** The branches of a shell's "case" that complete the value of an option. */
export function optionBranches(nodes: readonly CommandNode[], offer: (values: Values) => string): string {
  const options = nodes.flatMap(({ path, options }) => options.map((option) => ({ path, ...option })))
  return options
    .filter(({ values }) => values !== undefined)
    .map(
      ({ path, flags, values }) =>
        `    ${flags.map((flag) => `'${path} ${flag}'`).join('|')}) ${offer(values!)}; return ;;`,
    )
    .join('\n')
}

export function nodeOf(command: Command, path: string): CommandNode {
  const help = command.createHelp()
  const [argument] = command.registeredArguments
  return {
    path,
    name: command.name(),
    description: help.subcommandDescription(command),
    commands: help
      .visibleCommands(command)
      .filter(isRegistered)
      .map((each) => nodeOf(each, `${path} ${each.name()}`)),
    options: help.visibleOptions(command).map(({ short, long, description, required, argChoices }) => ({
      flags: [short, long].filter((flag) => flag !== undefined),
      description,
      values: required ? valuesOf(long ?? '', argChoices) : undefined,
    })),
    argument: argument && valuesOf(argument.name(), argument.argChoices),
  }

  // Commander adds a "help" command to the visible ones that cannot be completed.
  function isRegistered(each: Command): boolean {
    return command.commands.includes(each)
  }
}

function valuesOf(name: string, choices: readonly string[] | undefined): Values {
  if (choices) return choices
  return name === 'file' || name === '--output' ? 'file' : 'any'
}

import { allNodes, type CommandNode, type Values } from './command-tree.ts'

export function fishScript(root: CommandNode): string {
  const nodes = allNodes(root)
  const below = nodes.slice(1).map(({ path }) => quote(path))
  const lines = nodes.flatMap(({ path, commands, options, argument }) => {
    const at = `complete --command casegate --condition "test (__casegate_command) = '${path}'"`
    return [
      ...commands.map(({ name, description }) => `${at} --arguments ${name} --description ${quote(description)}`),
      ...options.map(
        ({ flags, values, description }) =>
          `${at} ${flags.map(named).join(' ')}${takes(values)} --description ${quote(description)}`,
      ),
      ...(argument === undefined || argument === 'any' ? [] : [`${at} ${offer(argument)}`]),
    ]
  })
  return `# Completes casegate in fish. Printed by: casegate completion fish
function __casegate_command
    set --local command casegate
    for word in (commandline --tokenize --cut-at-cursor --current-process)[2..]
        if contains -- "$command $word" ${below.join(' ')}
            set command "$command $word"
        end
    end
    echo $command
end
complete --command casegate --no-files
${lines.join('\n')}
`
}

function named(flag: string): string {
  return flag.startsWith('--') ? `--long-option ${flag.slice(2)}` : `--short-option ${flag.slice(1)}`
}

function takes(values: Values | undefined): string {
  if (values === undefined) return ''
  return values === 'any' ? ' --exclusive' : ` --require-parameter ${offer(values)}`
}

function offer(values: Values): string {
  return Array.isArray(values) ? `--no-files --arguments '${values.join(' ')}'` : '--force-files'
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", `\\'`)}'`
}

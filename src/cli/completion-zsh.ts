import { allNodes, type CommandNode, optionBranches, type Values } from './command-tree.ts'

export function zshScript(root: CommandNode): string {
  const nodes = allNodes(root)
  const below = nodes.slice(1).map(({ path }) => `'${path}'`)
  const values = optionBranches(nodes, offer)
  const words = nodes.map(({ path, commands, options, argument }) => {
    const flags = options.flatMap(({ flags, description }) => flags.map((flag) => item(flag, description)))
    const names = commands.map(({ name, description }) => item(name, description))
    const plain = names.length > 0 ? describe('command', names) : offer(argument ?? 'any')
    return `    '${path}')
      if [[ $PREFIX == -* ]]; then
        ${describe('option', flags)}
      else
        ${plain}
      fi ;;`
  })
  return `#compdef casegate
# Completes casegate in zsh. Printed by: casegate completion zsh
_casegate() {
  local command=casegate word
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command $word" in
      ${below.join('|')}) command="$command $word" ;;
    esac
  done
  case "$command \${words[CURRENT-1]}" in
${values}
  esac
  case "$command" in
${words.join('\n')}
  esac
}
# As a file in $fpath this is the body of the function. With "source" the function must be registered.
if [[ \${funcstack[1]} == _casegate ]]; then _casegate "$@"; else compdef _casegate casegate; fi
`
}

function offer(values: Values): string {
  if (values === 'any') return ':'
  return values === 'file' ? '_files' : `compadd -- ${values.join(' ')}`
}

function describe(tag: string, items: string[]): string {
  return `offered=(${items.join(' ')}); _describe -t ${tag}s ${tag} offered`
}

/** _describe separates a name and its description with a colon. */
function item(name: string, description: string): string {
  return `'${`${name.replaceAll(':', '\\:')}:${description}`.replaceAll("'", `'\\''`)}'`
}

import { allNodes, type CommandNode, optionBranches, type Values } from './command-tree.ts'

export function bashScript(root: CommandNode): string {
  const nodes = allNodes(root)
  const below = nodes.slice(1).map(({ path }) => `'${path}'`)
  const values = optionBranches(nodes, offer)
  const words = nodes.map(({ path, commands, options, argument }) => {
    const flags = options.flatMap(({ flags }) => flags)
    const names = commands.map(({ name }) => name)
    const choices = Array.isArray(argument) ? argument : []
    const plain = argument === 'file' ? offer('file') : offer([...names, ...choices])
    return `    '${path}') if [[ $current == -* ]]; then ${offer(flags)}; else ${plain}; fi ;;`
  })
  return `# Completes casegate in bash. Printed by: casegate completion bash
_casegate() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command=casegate word
  # bash splits words at "=".
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    case "$command $word" in
      ${below.join('|')}) command="$command $word" ;;
    esac
  done
  COMPREPLY=()
  case "$command $previous" in
${values}
  esac
  case "$command" in
${words.join('\n')}
  esac
}
complete -F _casegate casegate
`
}

function offer(values: Values): string {
  if (values === 'any') return ':'
  // Readline completes file names itself, including spaces. compopt fails outside of a completion.
  if (values === 'file') return 'compopt -o default 2>/dev/null'
  return `COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$current"))`
}

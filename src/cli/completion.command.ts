import { Argument, type Command } from 'commander'
import { nodeOf } from './command-tree.ts'
import { bashScript } from './completion-bash.ts'
import { fishScript } from './completion-fish.ts'
import { zshScript } from './completion-zsh.ts'
import { examples } from './examples.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('Print a shell completion script.')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
To enable completion of an installed "casegate", run one of these, or add it to your shell's startup file:
  source <(casegate completion bash)
  source <(casegate completion zsh)
  casegate completion fish | source
${examples('completion bash')}`,
    )
    .action((shell: keyof typeof scripts) => {
      process.stdout.write(scripts[shell](nodeOf(program, program.name())))
    })
}

import type { Command } from 'commander'
import { nodeOf } from './command-tree.ts'
import { bashScript } from './completion-bash.ts'
import { fishScript } from './completion-fish.ts'
import { zshScript } from './completion-zsh.ts'

export const shells = ['bash', 'zsh', 'fish'] as const

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** Prints the script by which a shell completes the command, out of the tree of commands that there is. */
export function runCompletion(program: Command, shell: (typeof shells)[number]): void {
  process.stdout.write(scripts[shell](nodeOf(program, program.name())))
}

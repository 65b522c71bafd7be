import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { beforeAll, describe, expect, test } from 'vitest'
import { program } from '../../src/cli/program.ts'
import { temporaryFolder } from '../support/folders.ts'
import { runInProcess } from '../support/in-process.ts'

/** Returns what a shell offers for the last of these words, or null if it completes file names. */
type Complete = (words: string[]) => string[] | null

const folder = temporaryFolder()

// Each runs the real shell. Functions of the line editor are replaced by stubs.
const shells: Record<string, { exists: boolean; complete: Complete }> = {
  bash: {
    exists: exists('bash'),
    complete(words) {
      const compopt = 'compopt() { echo "<files>"; }'
      const run = 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _casegate; printf "%s\\n" "${COMPREPLY[@]}"'
      return offered(execFileSync('bash', ['--norc', '-c', `${compopt}; . "$0"; ${run}`, scriptOf('bash'), ...words]))
    },
  },
  zsh: {
    exists: exists('zsh'),
    complete(words) {
      const editor = `
        compdef() { :; }
        _files() { print "<files>"; }
        compadd() { shift; print -rl -- \${(M)@:#$PREFIX*}; }
        _describe() { local each; for each in \${(P)@[-1]}; do [[ $each == $PREFIX* ]] && print -r -- \${each%%:*}; done; return 0; }`
      const run = 'words=("$@"); CURRENT=$#; PREFIX=${words[-1]}; _casegate'
      return offered(execFileSync('zsh', ['-f', '-c', `${editor}\n. "$0"; ${run}`, scriptOf('zsh'), ...words]))
    },
  },
  fish: {
    exists: exists('fish'),
    complete(words) {
      // File names come from the working folder.
      const lines = execFileSync(
        'fish',
        ['--no-config', '-c', 'source $argv[1]; complete --do-complete $argv[2]', scriptOf('fish'), words.join(' ')],
        {
          cwd: marked,
          env: { PATH: process.env['PATH'], HOME: folder },
        },
      )
      return offered(lines)?.some((line) => line === 'marked.json') ? null : offered(lines)
    },
  },
}

const marked = temporaryFolder()
writeFileSync(join(marked, 'marked.json'), '')

function exists(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0
}

function scriptOf(shell: string): string {
  return join(folder, `casegate.${shell}`)
}

/** fish adds a tab and the description. */
function offered(output: Buffer): string[] | null {
  const lines = output
    .toString()
    .split('\n')
    .map((line) => line.split('\t')[0]!)
    .filter((line) => line !== '')
  return lines.includes('<files>') ? null : lines.sort()
}

/** Returns every command with its path. */
function commandsOf(command: Command, path: string[]): [string[], Command][] {
  return [[path, command], ...command.commands.flatMap((each) => commandsOf(each, [...path, each.name()]))]
}

beforeAll(async () => {
  for (const shell of Object.keys(shells)) {
    const { stdout } = await runInProcess(['completion', shell])
    writeFileSync(scriptOf(shell), stdout)
  }
})

describe.each(Object.keys(shells))('completion in %s', (shell) => {
  const { exists, complete } = shells[shell]!

  test('offers every command and option', ({ skip }) => {
    skip(!exists, `This machine has no ${shell}.`)
    const all = commandsOf(program, ['casegate'])
    for (const [path, { commands }] of all.filter(([, { commands }]) => commands.length > 0)) {
      expect(complete([...path, '']), path.join(' ')).toEqual(commands.map((each) => each.name()).sort())
    }
    for (const [path, command] of all) {
      const long = command.options.map((option) => option.long)
      expect(complete([...path, '--']), path.join(' ')).toEqual(expect.arrayContaining([...long, '--help']))
    }
  })

  test.runIf(exists).each<[string, string[] | null]>([
    ['casegate se', ['serve', 'session']],
    ['casegate session r', ['revoke']],
    ['casegate session create --login ', ['consumer', 'operator', 'party']],
    ['casegate session create --touchpoint session --login op', ['operator']],
    ['casegate session create --touchpoint ', []],
    ['casegate completion ', ['bash', 'fish', 'zsh']],
    ['casegate completion z', ['zsh']],
    ['casegate import ', null],
    ['casegate export --output ', null],
    ['casegate migrate ', []],
  ])('%s', (line, words) => {
    expect(complete(line.split(' '))).toEqual(words)
  })
})

test.runIf(shells['bash']!.exists)('bash completes values after an equals sign', () => {
  const { complete } = shells['bash']!
  expect(complete(['casegate', 'session', 'create', '--login', '='])).toEqual(['consumer', 'operator', 'party'])
  expect(complete(['casegate', 'session', 'create', '--login', '=', 'p'])).toEqual(['party'])
})

import { execFile } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../bench/servers/postgres-programs.ts'

const initdb = findProgram('initdb')
const installed = initdb === undefined ? '' : dirname(realpathSync(initdb))

/** Whether psql, pg_dump and the others are installed in the version of the servers that the trials start. */
export const canFollowGuides = existsSync(join(installed, 'psql'))

/** The environment of the commands of a guide. */
export function guideEnvironment(variables: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${installed}${delimiter}${process.env['PATH']}`, ...variables }
}

/** The shell commands of a page of docs that follow a comment such as "move: copy". */
export function commandsOf(page: string, step: string): string {
  const text = readFileSync(new URL(`../docs/${page}`, import.meta.url), 'utf8')
  const commands = new RegExp(`<!-- ${step} -->\\n+\`\`\`sh\\n(.*?)\`\`\``, 's').exec(text)?.[1]
  if (commands === undefined) throw new Error(`docs/${page} has no commands "${step}".`)
  return commands
}

/** Returns a function that runs the commands of a step, with these variables. */
export function follow(page: string, variables: Record<string, string>): (step: string) => Promise<void> {
  const env = guideEnvironment(variables)
  return async (step) => {
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commandsOf(page, step)], { env, timeout: 60_000 })
  }
}

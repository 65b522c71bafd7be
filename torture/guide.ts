import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

/** The shell commands of a page of docs that follow a comment such as "move: copy". */
export function commandsOf(page: string, step: string): string {
  const text = readFileSync(new URL(`../docs/${page}`, import.meta.url), 'utf8')
  const commands = new RegExp(`<!-- ${step} -->\\n+\`\`\`sh\\n(.*?)\`\`\``, 's').exec(text)?.[1]
  if (commands === undefined) throw new Error(`docs/${page} has no commands "${step}".`)
  return commands
}

/** Returns a function that runs the commands of a step, with these variables. */
export function follow(page: string, variables: Record<string, string>): (step: string) => Promise<void> {
  const env = { ...process.env, ...variables }
  return async (step) =>
    void (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commandsOf(page, step)], { env }))
}

import { type Command, InvalidArgumentError } from 'commander'
import { UsageError } from '../../errors.ts'
import type { DemoOptions } from './demo.ts'
import { examples } from '../examples.ts'

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .summary('Send example requests to a running server.')
    .description(
      'Send example requests to a running server with the demonstration data, over GraphQL and REST, and print the ' +
        'requests and responses. Adds comments to case 1001. Safe to re-run.',
    )
    .option('--url <url>', 'the base URL of the server; by default, on HOST and PORT', parseUrl)
    .option('--touchpoint <code>', 'the touchpoint of your session')
    .option('--token <token>', 'the token of your session; it is not printed')
    .option('--case <id>', 'the case to update with your own session; its assignee does not change')
    .option('--json', 'print one line of JSON for each request')
    .addHelpText('after', examples('demo', 'demo --url http://127.0.0.1:4001 --json'))
    .action(async ({ url, ...options }: Partial<DemoOptions>, command: Command) => {
      const own = [options.touchpoint, options.token, options.case].filter((option) => option !== undefined)
      if (own.length % 3 !== 0) command.error('error: --touchpoint, --token and --case must be used together')
      const { runDemo } = await import('./demo.ts')
      await runDemo({ ...options, url: url ?? (await localUrl()) })
    })
}

/** The URL of a server that runs with the same settings on this machine. */
async function localUrl(): Promise<string> {
  const { readConfig } = await import('../../config.ts')
  const { host, port } = readConfig()
  if (port === 0) throw new UsageError('PORT is 0, so the server has chosen a port itself. Set --url to its URL.')
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function parseUrl(value: string): string {
  if (URL.canParse(value) && /^https?:/.test(value)) return value.replace(/\/+$/, '')
  throw new InvalidArgumentError('It must be a URL such as http://127.0.0.1:4000.')
}

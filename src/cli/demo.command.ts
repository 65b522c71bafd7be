import { type Command, InvalidArgumentError } from 'commander'
import type { DemoOptions } from './demo.ts'
import { examples } from './examples.ts'

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .summary('Send example requests to a running server.')
    .description(
      'Send example requests to a running server with the demonstration data, over GraphQL and REST, and print the ' +
        'requests and responses. Adds comments to case 1001. Safe to re-run.',
    )
    .option('--url <url>', 'the base URL of the server', parseUrl, 'http://127.0.0.1:4000')
    .option('--touchpoint <code>', 'the touchpoint of your own session')
    .option('--token <token>', 'the token of your own session; it is not printed')
    .option('--case <id>', 'the case to update with your own session; its assignee does not change')
    .option('--json', 'print one line of JSON for each request')
    .addHelpText('after', examples('demo', 'demo --url http://127.0.0.1:4001 --json'))
    .action(async (options: DemoOptions, command: Command) => {
      const own = [options.touchpoint, options.token, options.case].filter((option) => option !== undefined)
      if (own.length % 3 !== 0) command.error('error: --touchpoint, --token and --case must be used together')
      const { runDemo } = await import('./demo.ts')
      await runDemo(options)
    })
}

function parseUrl(value: string): string {
  if (URL.canParse(value) && /^https?:/.test(value)) return value.replace(/\/+$/, '')
  throw new InvalidArgumentError('It must be a URL such as http://127.0.0.1:4000.')
}

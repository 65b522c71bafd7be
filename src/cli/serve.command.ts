import type { Command } from 'commander'
import { examples } from './examples.ts'

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .summary('Serve the API.')
    .description('Serve the API on HOST and PORT until SIGTERM or SIGINT. "npm start" runs this command.')
    .addHelpText('after', examples('serve'))
    .action(async () => {
      const { readConfig } = await import('../config.ts')
      const { serve } = await import('./serve.ts')
      await serve(readConfig())
    })
}

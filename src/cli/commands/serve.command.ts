import { type Command, InvalidArgumentError } from 'commander'
import { examples } from '../usage.ts'

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .summary('Serve the API.')
    .description('Serve the API on HOST and PORT until SIGTERM or SIGINT. "npm start" runs this command.')
    .option('--port <number>', 'the port to listen on, instead of PORT; 0 chooses a free port', parsePort)
    .addHelpText('after', examples('serve', 'serve --port 4001'))
    .action(async ({ port }: { port?: string }) => {
      const { readConfig } = await import('../../settings/config.ts')
      const config = readConfig(undefined, port === undefined ? {} : { PORT: port })
      if (config.workers === 1) await (await import('../server/serve.ts')).serve(config)
      else await (await import('../server/workers.ts')).serveInWorkers(config)
    })
}

function parsePort(value: string): string {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65535) return value
  throw new InvalidArgumentError('It must be a port number from 0 to 65535.')
}

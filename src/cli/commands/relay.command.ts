import type { Command } from 'commander'
import type { EventView } from '../../nats/event-view.ts'
import { examples, loginOption, requireOptions } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

export function addRelayCommand(program: Command): void {
  const relay = program.command('relay').description('Publish the changes of cases to a message system.')
  relay
    .command('nats')
    .summary('Publish events to a JetStream stream.')
    .description(
      'Publish the events that a person may see to a JetStream stream of the NATS server NATS_URL, until SIGTERM or SIGINT. ' +
        "It continues after the stream's last message, or begins with the oldest event. Safe to re-run.",
    )
    .option('--touchpoint <code>', 'the touchpoint at which the person sees the events (required)')
    .addOption(loginOption('the kind of person (required)'))
    .option('--email <address>', "the person's email address (required)")
    .addHelpText('after', examples('relay nats --touchpoint desk --login operator --email olga@example.com'))
    .action(async (view: EventView, command: Command) => {
      requireOptions(command, ['touchpoint', 'login', 'email'])
      const { publishToNats } = await import('../publish-to-nats.ts')
      const stopping = new AbortController()
      // A second signal ends the process at once.
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
      await withDatabase((database, config) => publishToNats(database, config, view, stopping.signal))
    })
}

import { type Command, InvalidArgumentError } from 'commander'
import { UsageError } from '../../errors/usage-error.ts'
import type { LoginKind } from '../../login-kinds.ts'
import { adviseIfMissing } from '../explain.ts'
import { type JsonOption, print } from '../print.ts'
import { examples, loginOption } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

interface InviteOptions extends JsonOption {
  login: LoginKind
  email: string
  firstname?: string
  touchpoint: string
  hours: number
}

export const inviteExample = 'invite --email ada@example.com --firstname Ada'

export function addInviteCommand(program: Command): void {
  program
    .command('invite')
    .summary('Invite a person to the desk, such as the first admin.')
    .description(
      'Invite a person to the desk, such as the first admin, and print the link. The person opens it, registers a passkey, and is ' +
        'signed in. The link works once and cannot be shown again. A new invitation replaces an open one. If the database has no ' +
        'touchpoint, it is created. Requires DESK_URL.',
    )
    .requiredOption('--email <address>', 'the email address')
    .option('--firstname <name>', 'the first name of a person who does not exist yet')
    .addOption(loginOption('the kind of person').default('ADMIN', '"admin"'))
    .option('--touchpoint <code>', 'the touchpoint of the sessions', 'desk')
    .option('--hours <number>', 'how long the link is valid, from 1 to 720 hours', parseHours, 168)
    .option('--json', 'print JSON')
    .addHelpText('after', examples(inviteExample, 'invite --login operator --email olga@example.com --hours 24'))
    .action(async ({ json = false, hours, ...options }: InviteOptions) => {
      const { readConfig } = await import('../../settings/config.ts')
      const { relyingParty, desk } = readConfig()
      if (!relyingParty) {
        throw new UsageError('Set DESK_URL to the address of the desk, such as https://cases.example.com/desk.')
      }
      const { invite } = await import('../../invitations/invite.ts')
      const invited = { ...options, seconds: hours * 3_600 }
      const created = await withDatabase((database) => invite(database, relyingParty, invited)).catch(
        adviseIfMissing('Nobody was invited.'),
      )
      // Scripts read the link from standard output.
      print({ json }, created, created.url)
      if (json) return
      console.error(`The link works once, until ${created.expiresAt.toISOString()}. It is not shown again.`)
      if (!desk)
        console.error('The desk is off with these settings. Set DESK=on for the server, or the link does not work.')
    })
}

function parseHours(value: string): number {
  const hours = Number(value)
  if (Number.isInteger(hours) && hours >= 1 && hours <= 720) return hours
  throw new InvalidArgumentError('It must be a whole number from 1 to 720 (30 days).')
}

import { type Command, InvalidArgumentError, Option } from 'commander'
import type { LoginKind } from '../../login-kinds.ts'
import { adviseIfMissing } from '../explain.ts'
import { type JsonOption, print, printTable } from '../print.ts'
import { examples, loginNames, requireOptions } from '../usage.ts'
import { withDatabase } from '../with-database.ts'
import { addSessionExplainCommand } from './session-explain.command.ts'

interface CreateOptions extends JsonOption {
  touchpoint: string
  login: Lowercase<LoginKind>
  email: string
  hours: number
}

export const createExample = 'session create --touchpoint desk --login operator --email olga@example.com'

export function addSessionCommand(program: Command): void {
  const session = program.command('session').description('Create, list and revoke sessions.')
  addCreateCommand(session)
  addListCommand(session)
  addRevokeCommand(session)
  addSessionExplainCommand(session)
}

function addCreateCommand(session: Command): void {
  session
    .command('create')
    .description('Create a session and print its token. The token is not stored and cannot be shown again.')
    .option('--touchpoint <code>', 'the touchpoint that sends the requests (required)')
    .addOption(new Option('--login <kind>', 'the kind of person (required)').choices(loginNames))
    .option('--email <address>', "the person's email address (required)")
    .option('--hours <number>', 'the lifetime in hours', parseHours, 12)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(createExample, 'session create --touchpoint web --login party --email paula@example.com --hours 0.5'),
    )
    .action(async ({ json = false, login, ...options }: CreateOptions, command: Command) => {
      requireOptions(command, ['touchpoint', 'login', 'email'])
      const { createSession } = await import('../../auth/sessions/sessions.ts')
      const wanted = { ...options, login: login.toUpperCase() as LoginKind }
      const created = await withDatabase((database) => createSession(database, wanted))
      // Scripts read the token from standard output.
      print({ json }, created, created.token)
      if (json) return
      console.error(`Session ${created.id} expires at ${created.expiresAt.toISOString()}.`)
      console.error('Store the token now: it is not shown again.')
      if (created.refusedBecause) {
        console.error(`Requests with this token are rejected: ${options.email} is ${created.refusedBecause}.`)
      }
    })
}

function addListCommand(session: Command): void {
  session
    .command('list')
    .description('List all sessions and their state, oldest first.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('session list', 'session list --json'))
    .action(async (options: JsonOption) => {
      const { listSessions } = await import('../../auth/sessions/sessions.ts')
      printTable(
        options,
        await withDatabase(listSessions),
        ['ID', 'STATE', 'LOGIN', 'EMAIL', 'TOUCHPOINT', 'ORIGIN', 'CREATED', 'LAST USED', 'EXPIRES'],
        ({ id, state, login, email, touchpoint, origin, createdAt, lastUsedAt, expiresAt }) => {
          const kinds = [login.toLowerCase(), email, touchpoint, origin.toLowerCase()]
          return [id, state, ...kinds, createdAt, lastUsedAt, expiresAt]
        },
        ({ state }) => state !== 'live',
      )
    })
}

function addRevokeCommand(session: Command): void {
  session
    .command('revoke')
    .description(
      'Revoke the sessions with the given IDs permanently. If one of the IDs is unknown, no session is revoked. ' +
        'Safe to re-run.',
    )
    .argument('[id...]', 'the IDs, as shown by "session list"')
    .option('--all', 'revoke every session')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('session revoke 3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11', 'session revoke --all'))
    .action(async (ids: string[], { all, json }: JsonOption & { all?: boolean }, command: Command) => {
      if (Boolean(all) === ids.length > 0) command.error('error: specify either IDs or --all')
      const { revokeAllSessions, revokeSessions } = await import('../../auth/sessions/sessions.ts')
      const revoked = await withDatabase((database) =>
        all ? revokeAllSessions(database) : revokeSessions(database, ids),
      ).catch(adviseIfMissing('Run "session list" to see the IDs of all sessions.'))
      const one = ids.length === 1 ? { id: ids[0] } : {}
      const lines = revoked.map((id) => `Revoked session ${id}.`)
      const text = lines.join('\n') || 'There were no sessions to revoke.'
      print({ json }, { ...one, state: 'revoked', ids: revoked }, text)
    })
}

function parseHours(value: string): number {
  const hours = Number(value)
  if (hours > 0 && hours <= 87_600) return hours
  throw new InvalidArgumentError('It must be a number above 0 and at most 87600 (ten years).')
}

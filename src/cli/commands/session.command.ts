import { styleText } from 'node:util'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { NotFoundError, UsageError } from '../../errors/usage-error.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import { loginNames } from '../login-names.ts'
import { print, tableLines } from '../print.ts'
import { addSessionExplainCommand } from './session-explain.command.ts'
import { examples, requireOptions } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

interface CreateOptions {
  touchpoint: string
  login: Lowercase<LoginKind>
  email: string
  hours: number
  json?: boolean
}

interface RevokeOptions {
  all?: boolean
  json?: boolean
}

export const createExample = 'session create --touchpoint desk --login operator --email olga@example.com'

export function addSessionCommand(program: Command): void {
  const session = program.command('session').description('Create, list and revoke sessions.')

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
      if (json) return print(json, created, '')
      // Scripts read the token from standard output.
      console.log(created.token)
      console.error(`Session ${created.id} expires at ${created.expiresAt.toISOString()}.`)
      console.error('Store the token now: it is not shown again.')
      if (created.refusedBecause) {
        console.error(`Requests with this token are rejected: ${options.email} is ${created.refusedBecause}.`)
      }
    })

  session
    .command('list')
    .description('List all sessions and their state, oldest first.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('session list', 'session list --json'))
    .action(async ({ json = false }: { json?: boolean }) => {
      const { listSessions } = await import('../../auth/sessions/sessions.ts')
      const sessions = await withDatabase(listSessions)
      const rows = sessions.map(({ id, state, login, email, touchpoint, origin, createdAt, lastUsedAt, expiresAt }) => [
        id,
        state,
        login.toLowerCase(),
        email,
        touchpoint,
        origin.toLowerCase(),
        createdAt.toISOString(),
        lastUsedAt?.toISOString() ?? 'never',
        expiresAt?.toISOString() ?? 'never',
      ])
      const lines = tableLines([
        ['ID', 'STATE', 'LOGIN', 'EMAIL', 'TOUCHPOINT', 'ORIGIN', 'CREATED', 'LAST USED', 'EXPIRES'],
        ...rows,
      ])
      const styled = lines.map((line, index) => {
        if (index === 0) return styleText('bold', line)
        return sessions[index - 1]?.state === 'live' ? line : styleText('dim', line)
      })
      print(json, sessions, styled.join('\n'))
    })

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
    .action(async (ids: string[], { all = false, json = false }: RevokeOptions, command: Command) => {
      if (all === ids.length > 0) command.error('error: specify either IDs or --all')
      const { revokeAllSessions, revokeSessions } = await import('../../auth/sessions/sessions.ts')
      const revoked = await withDatabase((database) =>
        all ? revokeAllSessions(database) : revokeSessions(database, ids),
      ).catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error
        throw new UsageError(`${error.message} Run "session list" to see the IDs of all sessions.`)
      })
      const one = ids.length === 1 ? { id: ids[0] } : {}
      const lines = revoked.map((id) => `Revoked session ${id}.`)
      print(json, { ...one, state: 'revoked', ids: revoked }, lines.join('\n') || 'There were no sessions to revoke.')
    })

  addSessionExplainCommand(session)
}

function parseHours(value: string): number {
  const hours = Number(value)
  if (hours > 0 && hours <= 87_600) return hours
  throw new InvalidArgumentError('It must be a number above 0 and at most 87600 (ten years).')
}

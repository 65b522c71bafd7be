import { type Command, InvalidArgumentError } from 'commander'
import type { LoginKind } from '../../login-kinds.ts'
import { adviseIfMissing } from '../explain.ts'
import { type JsonOption, print, printTable } from '../print.ts'
import { examples, loginOption, requireOptions } from '../usage.ts'
import { withDatabase } from '../with-database.ts'
import { text } from 'node:stream/consumers'
import type { JwtExplanation } from '../../auth/issuer/explain-jwt.ts'
import { UsageError } from '../../errors/usage-error.ts'

interface CreateOptions extends JsonOption {
  touchpoint: string
  login: LoginKind
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
    .addOption(loginOption('the kind of person (required)'))
    .option('--email <address>', "the person's email address (required)")
    .option('--hours <number>', 'the lifetime in hours', parseHours, 12)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(createExample, 'session create --touchpoint web --login party --email paula@example.com --hours 0.5'),
    )
    .action(async ({ json = false, ...options }: CreateOptions, command: Command) => {
      requireOptions(command, ['touchpoint', 'login', 'email'])
      const { issueSession } = await import('../../auth/sessions/command-sessions.ts')
      const created = await withDatabase((database) => issueSession(database, options))
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
      const { listSessions } = await import('../../auth/sessions/command-sessions.ts')
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
      const { revokeAllSessions } = await import('../../auth/sessions/revoke-sessions.ts')
      const { revokeSessionsById } = await import('../../auth/sessions/command-sessions.ts')
      const revoked = await withDatabase((database) =>
        all ? revokeAllSessions(database) : revokeSessionsById(database, ids),
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

function addSessionExplainCommand(session: Command): void {
  session
    .command('explain')
    .summary('Say why a JWT of the issuer is accepted or rejected.')
    .description(
      'Read a JWT of the OpenID Connect issuer from standard input, and say which rule rejects it, or whose session it belongs ' +
        'to. If there is no such person, prints the "sub" or the address that was looked for, and otherwise no part of the ' +
        'JWT. Changes nothing. The exit code is 1 if the JWT is rejected.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('session explain < jwt.txt', 'session explain --json < jwt.txt'))
    .action(async (options: JsonOption) => {
      const { readConfig } = await import('../../settings/config.ts')
      const { issuer } = readConfig()
      if (!issuer) throw new UsageError('No issuer is configured. Set OIDC_ISSUER and OIDC_AUDIENCE.')
      const jwt = (await text(process.stdin)).trim()
      if (jwt === '') throw new UsageError('Standard input is empty. Pass a JWT: session explain < jwt.txt')
      const { explainJwt } = await import('../../auth/issuer/explain-jwt.ts')
      const { OutgoingError } = await import('../../outgoing/send.ts')
      const explanation = await withDatabase((database) => explainJwt(database, issuer, jwt)).catch(
        (error: unknown) => {
          throw error instanceof OutgoingError ? new UsageError(error.message) : error
        },
      )
      print(options, explanation, sentence(explanation))
      if (!explanation.accepted) process.exitCode = 1
    })
}

function sentence(explanation: JwtExplanation): string {
  if (!explanation.accepted) {
    const { rule, reason, person } = explanation
    const rejected = `Rejected by the rule "${rule}": ${reason}`
    if (!person) return rejected
    const [name, value] = 'subject' in person ? ['sub', person.subject] : ['email', person.email]
    return `${rejected} The login kind is ${person.login.toLowerCase()}, and "${name}" is ${JSON.stringify(value)}.`
  }
  const { login, email, touchpoint, session, registers } = explanation
  const accepted = `Accepted: login ${login.toLowerCase()}, ${email}, touchpoint ${touchpoint}.`
  if (session !== null) return `${accepted} Its session is ${session}.`
  return `${accepted} Its first use ${registers ? 'registers the person and creates' : 'creates'} a session.`
}

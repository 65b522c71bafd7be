import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { JwtExplanation } from '../../auth/issuer/explain-jwt.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { type JsonOption, print } from '../print.ts'
import { examples } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

export function addSessionExplainCommand(session: Command): void {
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

import type { Command } from 'commander'
import { UsageError } from '../../errors/usage-error.ts'
import { adviseIfMissing } from '../explain.ts'
import { type JsonOption, print, printTable } from '../print.ts'
import { examples } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

export const seeTouchpoints = 'Run "touchpoint list" to see all touchpoints.'

export function addSecretCommand(touchpoint: Command): void {
  const secret = touchpoint.command('secret').description('Create, list and revoke the secrets of touchpoints.')
  addCreateCommand(secret)
  addListCommand(secret)
  addRevokeCommand(secret)
}

function addCreateCommand(secret: Command): void {
  secret
    .command('create')
    .description(
      'Create a secret of a touchpoint and print it. The secret is not stored and cannot be shown again. A touchpoint can ' +
        'have two valid secrets, so that one can replace the other.',
    )
    .argument('<code>', 'the code of the touchpoint')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('touchpoint secret create web'))
    .action(async (code: string, options: JsonOption) => {
      const { issueSecret, maximumSecrets } = await import('../../auth/touchpoint-secrets/touchpoint-secrets.ts')
      const issued = await withDatabase((database) => issueSecret(database, null, code))
      if (issued === 'invalidId') {
        throw new UsageError(`There is no touchpoint ${JSON.stringify(code)}. ${seeTouchpoints}`)
      }
      if (issued === 'tooManySecrets') {
        const limit = `The touchpoint ${JSON.stringify(code)} has ${maximumSecrets} valid secrets, which is the maximum.`
        throw new UsageError(`${limit} Revoke one of "touchpoint secret list ${code}" first.`)
      }
      const { secret: text, touchpointSecret } = issued
      const { id, createdAt } = touchpointSecret
      // Scripts read the secret from standard output.
      print(options, { id, secret: text, createdAt }, text)
      if (options.json) return
      console.error(`Secret ${id} of the touchpoint ${code} is valid until it is revoked.`)
      console.error('Store the secret now: it is not shown again.')
    })
}

function addListCommand(secret: Command): void {
  secret
    .command('list')
    .description('List the secrets of a touchpoint or of all, oldest first.')
    .argument('[code]', 'the code of the touchpoint')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('touchpoint secret list', 'touchpoint secret list web --json'))
    .action(async (code: string | undefined, options: JsonOption) => {
      const { listTouchpointSecrets } = await import('../../auth/touchpoint-secrets/touchpoint-secrets.ts')
      const secrets = await withDatabase((database) => listTouchpointSecrets(database, code ?? null)).catch(
        adviseIfMissing(seeTouchpoints),
      )
      printTable(
        options,
        secrets,
        ['ID', 'STATE', 'TOUCHPOINT', 'CREATED', 'LAST USED'],
        ({ id, state, touchpoint, createdAt, lastUsedAt }) => [id, state, touchpoint, createdAt, lastUsedAt],
        ({ state }) => state !== 'valid',
      )
    })
}

function addRevokeCommand(secret: Command): void {
  secret
    .command('revoke')
    .description('Revoke a secret permanently. The sessions that it created stay valid. Safe to re-run.')
    .argument('<id>', 'the ID, as shown by "touchpoint secret list"')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('touchpoint secret revoke 3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11'))
    .action(async (id: string, options: JsonOption) => {
      const { revokeSecret } = await import('../../auth/touchpoint-secrets/touchpoint-secrets.ts')
      const owner = await withDatabase((database) => revokeSecret(database, null, id))
      if (owner === null) {
        throw new UsageError(
          `There is no secret ${JSON.stringify(id)}. Run "touchpoint secret list" to see all secrets.`,
        )
      }
      const revoked = { id: id.replace('secret:', '').toLowerCase(), state: 'revoked', touchpoint: owner }
      print(options, revoked, `Revoked secret ${revoked.id} of the touchpoint ${owner}.`)
    })
}

import { styleText } from 'node:util'
import { type Command, InvalidArgumentError } from 'commander'
import type { ListedTouchpoint } from '../../catalogue/touchpoints.ts'
import type { Database } from '../../database/database.ts'
import { NotFoundError, UsageError } from '../../errors/usage-error.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import { explainExisting } from '../explain-existing.ts'
import { loginNames } from '../login-names.ts'
import { print, tableLines } from '../print.ts'
import { examples } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

interface SetOptions {
  logins?: LoginKind[]
  registers?: LoginKind[]
  json?: boolean
}

interface CreateOptions {
  name: string
  allTypeCategories?: boolean
  json?: boolean
}

interface JsonOption {
  json?: boolean
}

export function addTouchpointCommand(program: Command): void {
  const touchpoint = program
    .command('touchpoint')
    .description('Configure which sessions touchpoints can create, and manage their secrets.')

  touchpoint
    .command('list')
    .description('List all touchpoints, their logins, and the number of their valid secrets.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('touchpoint list', 'touchpoint list --json'))
    .action(async ({ json = false }: JsonOption) => {
      const { listTouchpoints } = await import('../../catalogue/touchpoints.ts')
      const touchpoints = await withDatabase(listTouchpoints)
      const rows = touchpoints.map(({ code, name, logins, registers, secrets }) => [
        code,
        name,
        kindNames(logins),
        kindNames(registers),
        `${secrets}`,
      ])
      const [head, ...lines] = tableLines([['CODE', 'NAME', 'LOGINS', 'REGISTERS', 'SECRETS'], ...rows])
      print(json, touchpoints, [styleText('bold', head!), ...lines].join('\n'))
    })

  touchpoint
    .command('create')
    .description('Create a touchpoint. An empty database needs one before the first admin can log in.')
    .argument('<code>', 'the code that programs send')
    .requiredOption('--name <name>', 'the name that people see')
    .option('--all-type-categories', 'grant all type categories, including those that are added later')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('touchpoint create desk --name "Service desk" --all-type-categories'))
    .action(async (code: string, { json = false, ...options }: CreateOptions) => {
      const created = await withDatabase(async (database) => {
        const { configureItems } = await import('../../configuration/configure-items.ts')
        await configureItems(database, { touchpoints: [{ code, ...options, expectedVersion: 0 }] })
        return readTouchpoint(database, code)
      }).catch(
        explainExisting(`The touchpoint ${JSON.stringify(code)} already exists. Use "touchpoint set" to change it.`),
      )
      print(json, created, describeLogins(created))
    })

  touchpoint
    .command('set')
    .description('Set the login kinds of a touchpoint. An option that is not given keeps its value.')
    .argument('<code>', 'the code of the touchpoint')
    .option(
      '--logins <kinds>',
      'the login kinds of sessions that its secrets can create, separated by commas, or none',
      kindParser(loginNames),
    )
    .option(
      '--registers <kinds>',
      'the login kinds of new persons that it registers, separated by commas, or none',
      kindParser(['party', 'consumer']),
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('touchpoint set web --logins party,consumer --registers party', 'touchpoint set web --registers none'),
    )
    .action(async (code: string, { json = false, ...options }: SetOptions, command: Command) => {
      if (!options.logins && !options.registers) command.error('error: specify --logins, --registers or both')
      const changed = await withDatabase(async (database) => {
        const { configureItems } = await import('../../configuration/configure-items.ts')
        await readTouchpoint(database, code)
        await configureItems(database, { touchpoints: [{ code, ...options }] })
        return readTouchpoint(database, code)
      }).catch(explainNotFound('touchpoint list', 'touchpoints'))
      print(json, changed, describeLogins(changed))
    })

  addSecretCommands(touchpoint)
}

function addSecretCommands(touchpoint: Command): void {
  const secret = touchpoint.command('secret').description('Create, list and revoke the secrets of touchpoints.')

  secret
    .command('create')
    .description(
      'Create a secret of a touchpoint and print it. The secret is not stored and cannot be shown again. A touchpoint can ' +
        'have two valid secrets, so that one can replace the other.',
    )
    .argument('<code>', 'the code of the touchpoint')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('touchpoint secret create web'))
    .action(async (code: string, { json = false }: JsonOption) => {
      const { issueSecret, maximumSecrets } = await import('../../auth/touchpoint-secrets/touchpoint-secrets.ts')
      const issued = await withDatabase((database) => issueSecret(database, null, code))
      if (issued === 'invalidId') {
        throw new UsageError(
          `There is no touchpoint ${JSON.stringify(code)}. Run "touchpoint list" to see all touchpoints.`,
        )
      }
      if (issued === 'tooManySecrets') {
        const limit = `The touchpoint ${JSON.stringify(code)} has ${maximumSecrets} valid secrets, which is the maximum.`
        throw new UsageError(`${limit} Revoke one of "touchpoint secret list ${code}" first.`)
      }
      const { secret: text, touchpointSecret } = issued
      if (json) return print(json, { id: touchpointSecret.id, secret: text, createdAt: touchpointSecret.createdAt }, '')
      // Scripts read the secret from standard output.
      console.log(text)
      console.error(`Secret ${touchpointSecret.id} of the touchpoint ${code} is valid until it is revoked.`)
      console.error('Store the secret now: it is not shown again.')
    })

  secret
    .command('list')
    .description('List the secrets of a touchpoint or of all, oldest first.')
    .argument('[code]', 'the code of the touchpoint')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('touchpoint secret list', 'touchpoint secret list web --json'))
    .action(async (code: string | undefined, { json = false }: JsonOption) => {
      const { listTouchpointSecrets } = await import('../../auth/touchpoint-secrets/touchpoint-secrets.ts')
      const secrets = await withDatabase((database) => listTouchpointSecrets(database, code ?? null)).catch(
        explainNotFound('touchpoint list', 'touchpoints'),
      )
      const rows = secrets.map(({ id, state, touchpoint: owner, createdAt, lastUsedAt }) => [
        id,
        state,
        owner,
        createdAt.toISOString(),
        lastUsedAt?.toISOString() ?? 'never',
      ])
      const [head, ...lines] = tableLines([['ID', 'STATE', 'TOUCHPOINT', 'CREATED', 'LAST USED'], ...rows])
      const styled = lines.map((line, index) => (secrets[index]!.state === 'valid' ? line : styleText('dim', line)))
      print(json, secrets, [styleText('bold', head!), ...styled].join('\n'))
    })

  secret
    .command('revoke')
    .description('Revoke a secret permanently. The sessions that it created stay valid. Safe to re-run.')
    .argument('<id>', 'the ID, as shown by "touchpoint secret list"')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('touchpoint secret revoke 3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11'))
    .action(async (id: string, { json = false }: JsonOption) => {
      const { revokeSecret } = await import('../../auth/touchpoint-secrets/touchpoint-secrets.ts')
      const owner = await withDatabase((database) => revokeSecret(database, null, id))
      if (owner === null) {
        throw new UsageError(
          `There is no secret ${JSON.stringify(id)}. Run "touchpoint secret list" to see all secrets.`,
        )
      }
      const revoked = { id: id.replace('secret:', '').toLowerCase(), state: 'revoked', touchpoint: owner }
      print(json, revoked, `Revoked secret ${revoked.id} of the touchpoint ${owner}.`)
    })
}

async function readTouchpoint(database: Database, code: string): Promise<ListedTouchpoint> {
  const { listTouchpoints } = await import('../../catalogue/touchpoints.ts')
  const found = (await listTouchpoints(database)).find((touchpoint) => touchpoint.code === code)
  if (!found) throw new NotFoundError(`There is no touchpoint ${JSON.stringify(code)}.`)
  return found
}

function describeLogins({ code, logins, registers, secrets }: ListedTouchpoint): string {
  const lines = [`${code} can create sessions for: ${kindNames(logins)}. It can register: ${kindNames(registers)}.`]
  if (secrets === 0) lines.push(`It has no secret yet. Run "touchpoint secret create ${code}" to create one.`)
  return lines.join('\n')
}

const kindNames = (kinds: readonly LoginKind[]) => kinds.map((kind) => kind.toLowerCase()).join(', ') || 'none'

function kindParser(allowed: readonly Lowercase<LoginKind>[]) {
  return (value: string): LoginKind[] => {
    const kinds = value === 'none' ? [] : value.split(',').map((kind) => kind.trim())
    if (kinds.some((kind) => !allowed.some((name) => name === kind))) {
      throw new InvalidArgumentError(`Allowed choices are ${allowed.join(', ')}, or none.`)
    }
    return [...new Set(kinds)].map((kind) => kind.toUpperCase() as LoginKind)
  }
}

function explainNotFound(list: string, plural: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof NotFoundError)) throw error
    throw new UsageError(`${error.message} Run "${list}" to see all ${plural}.`)
  }
}

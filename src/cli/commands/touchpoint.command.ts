import { type Command, InvalidArgumentError } from 'commander'
import type { ListedTouchpoint } from '../../catalogue/touchpoints.ts'
import type { Database } from '../../database/database.ts'
import { NotFoundError } from '../../errors/usage-error.ts'
import type { LoginKind } from '../../login-kinds.ts'
import { adviseIfMissing, explainExisting } from '../explain.ts'
import { type JsonOption, print, printTable } from '../print.ts'
import { examples, loginNames } from '../usage.ts'
import { withDatabase } from '../with-database.ts'
import { addSecretCommand, seeTouchpoints } from './touchpoint-secret.command.ts'

interface CreateOptions extends JsonOption {
  name: string
  allTypeCategories?: boolean
}

interface SetOptions extends JsonOption {
  logins?: LoginKind[]
  registers?: LoginKind[]
}

export function addTouchpointCommand(program: Command): void {
  const touchpoint = program
    .command('touchpoint')
    .description('Configure which sessions touchpoints can create, and manage their secrets.')
  addListCommand(touchpoint)
  addCreateCommand(touchpoint)
  addSetCommand(touchpoint)
  addSecretCommand(touchpoint)
}

function addListCommand(touchpoint: Command): void {
  touchpoint
    .command('list')
    .description('List all touchpoints, their logins, and the number of their valid secrets.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('touchpoint list', 'touchpoint list --json'))
    .action(async (options: JsonOption) => {
      const { listTouchpoints } = await import('../../catalogue/touchpoints.ts')
      const heads = ['CODE', 'NAME', 'LOGINS', 'REGISTERS', 'SECRETS']
      const touchpoints = await withDatabase(listTouchpoints)
      printTable(options, touchpoints, heads, ({ code, name, logins, registers, secrets }) => [
        code,
        name,
        kindNames(logins),
        kindNames(registers),
        `${secrets}`,
      ])
    })
}

function addCreateCommand(touchpoint: Command): void {
  touchpoint
    .command('create')
    .description('Create a touchpoint. An empty database needs one before the first admin can log in.')
    .argument('<code>', 'the code that programs send')
    .requiredOption('--name <name>', 'the name that people see')
    .option('--all-type-categories', 'grant all type categories, including those that are added later')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('touchpoint create desk --name "Service desk" --all-type-categories'))
    .action(async (code: string, { json = false, ...values }: CreateOptions) => {
      const created = await withDatabase((database) =>
        configure(database, { code, ...values, expectedVersion: 0 }),
      ).catch(
        explainExisting(`The touchpoint ${JSON.stringify(code)} already exists. Use "touchpoint set" to change it.`),
      )
      print({ json }, created, describeLogins(created))
    })
}

function addSetCommand(touchpoint: Command): void {
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
    .action(async (code: string, { json = false, ...values }: SetOptions, command: Command) => {
      if (!values.logins && !values.registers) command.error('error: specify --logins, --registers or both')
      const changed = await withDatabase(async (database) => {
        await readTouchpoint(database, code)
        return configure(database, { code, ...values })
      }).catch(adviseIfMissing(seeTouchpoints))
      print({ json }, changed, describeLogins(changed))
    })
}

async function configure(database: Database, item: { code: string; expectedVersion?: 0 }): Promise<ListedTouchpoint> {
  const { configureItems } = await import('../../configuration/configure.ts')
  await configureItems(database, { touchpoints: [item] })
  return readTouchpoint(database, item.code)
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

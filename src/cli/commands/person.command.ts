import type { Command } from 'commander'
import type { Database } from '../../database/database.ts'
import { NotFoundError, UsageError } from '../../errors/usage-error.ts'
import type { LoginKind } from '../../login-kinds.ts'
import type { PersonReference } from '../../personal-data/find-person.ts'
import { adviseIfMissing, explainExisting } from '../explain.ts'
import { countOf, type JsonOption, print } from '../print.ts'
import { examples, loginOption } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

interface CreateOptions extends JsonOption {
  login: LoginKind
  email: string
  firstname: string
}

interface ReferenceOptions extends JsonOption {
  login?: LoginKind
  email?: string
}

export function addPersonCommand(program: Command): void {
  const person = program.command('person').description('Create persons, and export and erase their personal data.')
  addCreateCommand(person)
  addExportCommand(person)
  addEraseCommand(person)
}

function addCreateCommand(person: Command): void {
  person
    .command('create')
    .description(
      'Create a person, such as the first admin. Admins can create other people over the API and in the desk.',
    )
    .addOption(loginOption('the kind of person').makeOptionMandatory())
    .requiredOption('--email <address>', 'the email address')
    .requiredOption('--firstname <name>', 'the first name')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('person create --login admin --email ada@example.com --firstname Ada'))
    .action(async ({ login, email, firstname, ...options }: CreateOptions) => {
      const { configureItems } = await import('../../configuration/configure.ts')
      const item = { login, email, firstname }
      const kind = login.toLowerCase()
      await withDatabase((database) => configureItems(database, { persons: [{ ...item, expectedVersion: 0 }] })).catch(
        explainExisting(`A person with the login ${kind} and the address ${JSON.stringify(email)} already exists.`),
      )
      print(options, item, `Created the ${kind} ${email}.`)
    })
}

function addExportCommand(person: Command): void {
  withReference(person.command('export'))
    .summary('Export everything that is stored about a person.')
    .description(
      'Export everything that is stored about a person as JSON: the person, sessions, audit events, cases, comments and ' +
        'changes. The export is recorded as an audit event.',
    )
    .option('-o, --output <file>', 'the file to create; it must not exist')
    .addHelpText(
      'after',
      examples(
        'person export person:7 --output person-7.json',
        'person export --login party --email paula@example.com --output paula.json',
      ),
    )
    .action((id: string | undefined, options: ReferenceOptions & { output?: string }, command: Command) =>
      withPerson(referenceOf(command, id, options), async (database, found) => {
        const { pipeline } = await import('node:stream/promises')
        const { exportById } = await import('../../personal-data/export-person.ts')
        const { writeFile } = await import('../../transfer/write-file.ts')
        const chunks = await exportById(database, found, null)
        if (!chunks) throw new NotFoundError(`There is no person ${found}.`)
        const { output } = options
        if (output === undefined) return pipeline(chunks, process.stdout, { end: false })
        await writeFile(output, (stream) => pipeline(chunks, stream, { end: false }), { isNew: true })
        console.error(`Wrote everything that is stored about person:${found} to ${output}.`)
      }),
    )
}

function addEraseCommand(person: Command): void {
  withReference(person.command('erase'))
    .summary('Remove the personal data of a person permanently.')
    .description(
      'Remove the personal data of a person permanently: name, email address, subject, sessions, and the texts of ' +
        'comments. Cases stay. This cannot be undone. Running it again changes nothing.',
    )
    .option('--dry-run', 'check whether the person can be erased, count the cases, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('person erase person:7 --dry-run', 'person erase person:7'))
    .action((id: string | undefined, options: ReferenceOptions & { dryRun?: boolean }, command: Command) =>
      withPerson(referenceOf(command, id, options), async (database, found) => {
        const { eraseById } = await import('../../personal-data/erase-person.ts')
        const { dryRun = false } = options
        const log = { warn: ({ err }: { err: unknown }, message: string) => console.error(message, String(err)) }
        const result = await eraseById({ database, log }, found, { actor: null, dryRun })
        if ('problems' in result) throw new UsageError(`${result.problems[0]!.message} Nothing was changed.`)
        const { cases } = result
        const text = `person:${found}, who took part in ${countOf(cases, 'case')}.`
        print(options, { id: `person:${found}`, cases, dryRun }, `${dryRun ? 'Would erase' : 'Erased'} ${text}`)
      }),
    )
}

function withReference(command: Command): Command {
  return command
    .argument('[id]', 'the ID of the person, such as person:7')
    .addOption(loginOption('the kind of person, instead of the ID'))
    .option('--email <address>', 'the email address, together with --login')
}

function referenceOf(command: Command, id: string | undefined, { login, email }: ReferenceOptions): PersonReference {
  if (id !== undefined && login === undefined && email === undefined) return { id }
  if (id === undefined && login !== undefined && email !== undefined) return { login, email }
  return command.error('error: specify either an ID, or --login and --email')
}

async function withPerson(
  reference: PersonReference,
  work: (database: Database, id: number) => Promise<void>,
): Promise<void> {
  const { findPerson } = await import('../../personal-data/find-person.ts')
  await withDatabase(async (database) => work(database, await findPerson(database, reference))).catch(
    adviseIfMissing('Nothing was changed.'),
  )
}

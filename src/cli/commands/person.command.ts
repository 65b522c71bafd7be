import { type Command, Option } from 'commander'
import { NotFoundError, UsageError } from '../../errors/usage-error.ts'
import type { LoginKind } from '../../login-kinds.ts'
import type { PersonReference } from '../../personal-data/find-person.ts'
import { addPersonCreateCommand } from './person-create.command.ts'
import { loginNames } from '../login-names.ts'
import { countOf, print } from '../print.ts'
import { examples } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

interface PersonOptions {
  login?: Lowercase<LoginKind>
  email?: string
  json?: boolean
}

export function addPersonCommand(program: Command): void {
  const person = program.command('person').description('Create persons, and export and erase their personal data.')

  addPersonCreateCommand(person)

  withReference(
    person
      .command('export')
      .summary('Export everything that is stored about a person.')
      .description(
        'Export everything that is stored about a person as JSON: the person, sessions, audit events, cases, comments and ' +
          'changes. The export is recorded as an audit event.',
      ),
  )
    .option('-o, --output <file>', 'the file to create; it must not exist')
    .addHelpText(
      'after',
      examples(
        'person export person:7 --output person-7.json',
        'person export --login party --email paula@example.com --output paula.json',
      ),
    )
    .action(async (id: string | undefined, { output, ...options }: PersonOptions & { output?: string }, command) => {
      const reference = referenceOf(command, id, options)
      const { pipeline } = await import('node:stream/promises')
      const { exportById } = await import('../../personal-data/export-person.ts')
      const { findPerson } = await import('../../personal-data/find-person.ts')
      const { writeNewFile } = await import('../write-file.ts')
      await withDatabase(async (database) => {
        const found = await findPerson(database, reference)
        const chunks = await exportById(database, found, null)
        if (!chunks) throw new NotFoundError(`There is no person ${found}.`)
        if (output === undefined) return pipeline(chunks, process.stdout, { end: false })
        await writeNewFile(output, (stream) => pipeline(chunks, stream, { end: false }))
        console.error(`Wrote everything that is stored about person:${found} to ${output}.`)
      }).catch(asUsageError)
    })

  withReference(
    person
      .command('erase')
      .summary('Remove the personal data of a person permanently.')
      .description(
        'Remove the personal data of a person permanently: name, email address, subject, sessions, and the texts of ' +
          'comments. Cases stay. This cannot be undone. Running it again changes nothing.',
      ),
  )
    .option('--dry-run', 'check whether the person can be erased, count the cases, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('person erase person:7 --dry-run', 'person erase person:7'))
    .action(async (id: string | undefined, options: PersonOptions & { dryRun?: boolean }, command) => {
      const reference = referenceOf(command, id, options)
      const { dryRun = false, json = false } = options
      const { eraseById } = await import('../../personal-data/erase-person.ts')
      const { findPerson } = await import('../../personal-data/find-person.ts')
      const { found, result } = await withDatabase(async (database) => {
        const found = await findPerson(database, reference)
        const log = { warn: ({ err }: { err: unknown }, message: string) => console.error(message, String(err)) }
        return { found, result: await eraseById({ database, log }, found, { actor: null, dryRun }) }
      }).catch(asUsageError)
      if ('problems' in result) throw new UsageError(`${result.problems[0]!.message} Nothing was changed.`)
      const { cases } = result
      const done = dryRun ? 'Would erase' : 'Erased'
      print(
        json,
        { id: `person:${found}`, cases, dryRun },
        `${done} person:${found}, who took part in ${countOf(cases, 'case')}.`,
      )
    })
}

function withReference(command: Command): Command {
  return command
    .argument('[id]', 'the ID of the person, such as person:7')
    .addOption(new Option('--login <kind>', 'the kind of person, instead of the ID').choices(loginNames))
    .option('--email <address>', 'the email address, together with --login')
}

function referenceOf(command: Command, id: string | undefined, { login, email }: PersonOptions): PersonReference {
  if (id !== undefined && login === undefined && email === undefined) return { id }
  if (id === undefined && login !== undefined && email !== undefined) {
    return { login: login.toUpperCase() as LoginKind, email }
  }
  return command.error('error: specify either an ID, or --login and --email')
}

function asUsageError(error: unknown): never {
  throw error instanceof NotFoundError ? new UsageError(`${error.message} Nothing was changed.`) : error
}

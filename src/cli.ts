import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { explain } from './commands/explain.ts'
import { readConfig } from './config.ts'
import { loggableError } from './loggable-error.ts'
import type { LoginKind } from './people/people.entity.ts'

// What a command needs is loaded when it runs: nobody waits for the database's code to read a help text.

function examples(...lines: string[]): string {
  const commands = lines.map((line) => `  npm run --silent casegate -- ${line}`)
  return `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${commands.join('\n')}`
}

const createOlga = 'session create --touchpoint desk --login operator --email olga@example.com'

const program = new Command('casegate')
  .description('A case-management API over GraphQL and REST, on PostgreSQL.')
  .version(packageJson.version)
  .exitOverride()
  .addHelpText(
    'after',
    `
Without DATABASE_URL, cases are kept in an embedded PostgreSQL in the folder DATA_DIR (.data), which one process at a
time can use. The exit code is 0 for success, 1 for a failure, 2 for a wrong use of the command.
${examples('migrate', 'import cases.json', createOlga)}`,
  )

program
  .command('serve')
  .description('Serve the API on HOST and PORT until SIGTERM. This is what "npm start" runs.')
  .addHelpText('after', examples('serve'))
  .action(async () => {
    const { serve } = await import('./serve.ts')
    await serve(readConfig())
  })

program
  .command('migrate')
  .description("Bring the database's schema up to date. Harmless where it is, and where several do it at once.")
  .addHelpText('after', examples('migrate'))
  .action(async () => {
    const { runMigrate } = await import('./commands/migrate.ts')
    await runMigrate()
  })

program
  .command('import')
  .description(
    'Bring the data in a JSON file into the database, all of it or, if anything in it is wrong, nothing. It inserts ' +
      'and updates by code, name and e-mail address, removes nothing, and leaves existing cases as they are.',
  )
  .argument('<file>', 'the file, or - for the standard input; src/demo-data.json shows its form')
  .addHelpText('after', examples('import cases.json', 'import - < cases.json'))
  .action(async (file: string) => {
    const { runImport } = await import('./commands/import.ts')
    await runImport(file)
  })

program
  .command('export')
  .description('Write all data but the sessions as JSON, in the form that "import" takes, as of one instant.')
  .option('-o, --output <file>', 'write to this file, which is replaced only when all is written')
  .addHelpText('after', examples('export > cases.json', 'export --output cases.json'))
  .action(async ({ output }: { output?: string }) => {
    const { runExport } = await import('./commands/export.ts')
    await runExport(output)
  })

program
  .command('doctor')
  .description(
    'Look at the configuration, the database, its schema and its rows without changing anything, and tell in a line ' +
      'each what is well and what to do about the rest. The exit code is 1 where something has to be put right.',
  )
  .option('--deep', 'look at all rows instead of the newest cases, which takes seconds for a million')
  .option('--json', 'print JSON for programs')
  .addHelpText('after', examples('doctor', 'doctor --deep --json'))
  .action(async (options: { deep?: boolean; json?: boolean }) => {
    const { runDoctor } = await import('./commands/doctor.ts')
    await runDoctor(options)
  })

const session = program.command('session').description('Issue, list and revoke the sessions of callers.')

interface SessionOptions {
  touchpoint: string
  login: Lowercase<LoginKind>
  email: string
  hours: number
}

session
  .command('create')
  .description('Issue a session and print its token, which is shown only this once.')
  .requiredOption('--touchpoint <code>', 'the touchpoint that calls')
  .addOption(
    new Option('--login <kind>', 'how the person is logged in')
      .choices(['operator', 'party', 'consumer'])
      .makeOptionMandatory(),
  )
  .requiredOption('--email <address>', "the person's e-mail address")
  .option('--hours <number>', 'how long it lives', parseHours, 12)
  .addHelpText(
    'after',
    examples(
      createOlga,
      'session create --touchpoint web --login party --email paula@example.com --hours 0.5',
    ),
  )
  .action(async ({ touchpoint, login, email, hours }: SessionOptions) => {
    const { runSessionCreate } = await import('./commands/session.ts')
    await runSessionCreate({ touchpoint, login: login.toUpperCase() as LoginKind, email, hours })
  })

session
  .command('list')
  .description('Print every session, the oldest first, with its id and whether it lets its person in.')
  .addHelpText('after', examples('session list'))
  .action(async () => {
    const { runSessionList } = await import('./commands/session.ts')
    await runSessionList()
  })

session
  .command('revoke')
  .description('End a session for good.')
  .argument('<id>', 'the id, as "session list" gives it')
  .addHelpText('after', examples('session revoke 3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11'))
  .action(async (id: string) => {
    const { runSessionRevoke } = await import('./commands/session.ts')
    await runSessionRevoke(id)
  })

program
  .command('schema')
  .description('Print the GraphQL schema (SDL).')
  .addHelpText('after', examples('schema > schema.graphql'))
  .action(async () => {
    const { printedSchema } = await import('./schema.ts')
    process.stdout.write(printedSchema)
  })

function parseHours(value: string): number {
  const hours = Number(value)
  if (hours > 0 && hours <= 87_600) return hours
  throw new InvalidArgumentError('It must be a number above 0 and up to 87600, which are ten years.')
}

/** The exit code. What commander refuses it has told already. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (isClosedPipe(error)) return 0
  console.error(explain(error) ?? loggableError(error))
  return 1
}

/** Whoever read the output (head, less) has seen enough. */
function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

process.stdout.on('error', (error) => process.exit(report(error)))

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}

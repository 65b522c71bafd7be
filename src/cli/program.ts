import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import type { DemoOptions } from './demo.ts'
import type { DoctorOptions } from './doctor.ts'
import type { ExportOptions } from './export.ts'
import { readConfig } from '../config.ts'
import { commandName } from '../command-name.ts'
import type { LoginKind } from '../people/people.entity.ts'

// What a command needs is loaded when it runs: nobody waits for the database's code to read a help text.

function examples(...lines: string[]): string {
  const commands = lines.map((line) => `  ${commandName} ${line}`)
  return `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${commands.join('\n')}`
}

const createOlga = 'session create --touchpoint desk --login operator --email olga@example.com'

const demoFile = relative(process.cwd(), fileURLToPath(new URL('../transfer/demo-data.json', import.meta.url)))

/** Commander takes the colours out where there is no terminal for them. */
const style = (format: 'bold' | 'cyan' | 'yellow') => (text: string) =>
  styleText(format, text, { validateStream: false })

export const program = new Command('casegate')
  .description('A case-management API over GraphQL and REST, on PostgreSQL.')
  .version(packageJson.version)
  .configureHelp({
    styleTitle: style('bold'),
    styleCommandText: style('cyan'),
    styleSubcommandText: style('cyan'),
    styleOptionText: style('yellow'),
    styleArgumentText: style('yellow'),
  })
  .exitOverride()
  .addHelpText(
    'after',
    `
Without DATABASE_URL, cases are kept in an embedded PostgreSQL in the folder DATA_DIR (.data), which one process at a
time can use. The exit code is 0 for success, 1 for a failure, 2 for a wrong use of the command. With --json, what a
command prints is for programs, and its fields are only added to. Colours are for terminals; NO_COLOR and FORCE_COLOR
say otherwise.
${examples('migrate', 'import cases.json', createOlga, 'demo')}`,
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
  .option('--json', 'print JSON for programs')
  .addHelpText('after', examples('migrate', 'migrate --json'))
  .action(async (options: { json?: boolean }) => {
    const { runMigrate } = await import('./migrate.ts')
    await runMigrate(options)
  })

program
  .command('import')
  .description(
    'Bring the data in a JSON file into the database, all of it or, if anything in it is wrong, nothing. It inserts ' +
      'and updates by code, name and e-mail address, removes nothing, and leaves existing cases as they are.',
  )
  .argument('<file>', `the file, or - for the standard input; ${demoFile} shows its form`)
  .option('--json', 'print JSON for programs')
  .addHelpText('after', examples('import cases.json', 'import - < cases.json'))
  .action(async (file: string, options: { json?: boolean }) => {
    const { runImport } = await import('./import.ts')
    await runImport(file, options)
  })

program
  .command('export')
  .description('Write all data but the sessions as JSON, in the form that "import" takes, as of one instant.')
  .option('-o, --output <file>', 'write to this file, which is replaced only when all is written')
  .option('--json', 'with --output: print as JSON how many records of each kind were written')
  .addHelpText('after', examples('export > cases.json', 'export --output cases.json --json'))
  .action(async (options: ExportOptions, command: Command) => {
    if (options.json && options.output === undefined)
      command.error('error: --json needs --output: the data itself is JSON')
    const { runExport } = await import('./export.ts')
    await runExport(options)
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
  .action(async (options: DoctorOptions) => {
    const { runDoctor } = await import('./doctor.ts')
    await runDoctor(options)
  })

const session = program.command('session').description('Issue, list and revoke the sessions of callers.')

interface SessionOptions {
  touchpoint: string
  login: Lowercase<LoginKind>
  email: string
  hours: number
  json?: boolean
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
  .option('--json', 'print JSON for programs')
  .addHelpText(
    'after',
    examples(createOlga, 'session create --touchpoint web --login party --email paula@example.com --hours 0.5'),
  )
  .action(async ({ touchpoint, login, email, hours, ...options }: SessionOptions) => {
    const { runSessionCreate } = await import('./session.ts')
    await runSessionCreate({ touchpoint, login: login.toUpperCase() as LoginKind, email, hours }, options)
  })

session
  .command('list')
  .description('Print every session, the oldest first, with its id and whether it lets its person in.')
  .option('--json', 'print JSON for programs')
  .addHelpText('after', examples('session list', 'session list --json'))
  .action(async (options: { json?: boolean }) => {
    const { runSessionList } = await import('./session.ts')
    await runSessionList(options)
  })

session
  .command('revoke')
  .description('End a session for good.')
  .argument('<id>', 'the id, as "session list" gives it')
  .option('--json', 'print JSON for programs')
  .addHelpText('after', examples('session revoke 3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11'))
  .action(async (id: string, options: { json?: boolean }) => {
    const { runSessionRevoke } = await import('./session.ts')
    await runSessionRevoke(id, options)
  })

program
  .command('schema')
  .description('Print the GraphQL schema (SDL).')
  .option('--json', 'print it as the result of an introspection')
  .addHelpText('after', examples('schema > schema.graphql', 'schema --json > schema.json'))
  .action(async ({ json = false }: { json?: boolean }) => {
    const { printedSchema, schema } = await import('../schema.ts')
    if (!json) return void process.stdout.write(printedSchema)
    const { introspectionFromSchema } = await import('graphql')
    console.log(JSON.stringify({ data: introspectionFromSchema(schema) }, null, 2))
  })

program
  .command('demo')
  .description(
    'Walk through looking up, updating and assigning on a running server that has the demonstration data, over GraphQL ' +
      'and REST, and show what is sent and what comes back. It adds comments to case 1001 and may be repeated.',
  )
  .option('--url <url>', 'where the server listens', parseUrl, 'http://127.0.0.1:4000')
  .option('--touchpoint <code>', 'the touchpoint of a session of your own')
  .option('--token <token>', 'the token of a session of your own, which is not shown')
  .option('--case <id>', 'the case to change, which stays with whom it is; a session of your own needs it')
  .option('--json', 'print a line of JSON for each request')
  .addHelpText('after', examples('demo', 'demo --url http://127.0.0.1:4001 --json'))
  .action(async (options: DemoOptions, command: Command) => {
    const own = [options.touchpoint, options.token, options.case].filter((option) => option !== undefined)
    if (own.length % 3 !== 0) command.error('error: a session of your own needs --touchpoint, --token and --case')
    const { runDemo } = await import('./demo.ts')
    await runDemo(options)
  })

program
  .command('completion')
  .description('Print the script by which a shell completes this command.')
  .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
  .addHelpText(
    'after',
    `
Installed as "casegate", it is completed after one of these, which also a shell's start-up file may have:
  source <(casegate completion bash)
  source <(casegate completion zsh)
  casegate completion fish | source
${examples('completion bash')}`,
  )
  .action(async (shell: 'bash' | 'zsh' | 'fish') => {
    const { runCompletion } = await import('./completion.ts')
    runCompletion(program, shell)
  })

function parseHours(value: string): number {
  const hours = Number(value)
  if (hours > 0 && hours <= 87_600) return hours
  throw new InvalidArgumentError('It must be a number above 0 and up to 87600, which are ten years.')
}

function parseUrl(value: string): string {
  if (URL.canParse(value) && /^https?:/.test(value)) return value
  throw new InvalidArgumentError('It must be a URL such as http://127.0.0.1:4000.')
}

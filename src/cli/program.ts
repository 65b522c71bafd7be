import { styleText } from 'node:util'
import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { addArchiveCommand } from './commands/archive.command.ts'
import { addDoctorCommand } from './commands/doctor.command.ts'
import { addExportCommand } from './commands/export.command.ts'
import { addImportCommand } from './commands/import.command.ts'
import { addInviteCommand, inviteExample } from './commands/invite.command.ts'
import { addMigrateCommand } from './commands/migrate.command.ts'
import { addAttachmentsCommand } from './commands/attachments.command.ts'
import { addPersonCommand } from './commands/person.command.ts'
import { addRelayCommand } from './commands/relay.command.ts'
import { addSchemaCommand } from './commands/schema.command.ts'
import { addServeCommand } from './commands/serve.command.ts'
import { addSessionCommand, createExample } from './commands/session.command.ts'
import { addSlaCommand } from './commands/sla.command.ts'
import { addTouchpointCommand } from './commands/touchpoint.command.ts'
import { examples } from './usage.ts'

// Commands import their dependencies only when they run, so that help is fast.

/** Commander removes the colours if the output is not a terminal. */
const style = (format: 'bold' | 'cyan' | 'yellow') => (text: string) =>
  styleText(format, text, { validateStream: false })

export const program = new Command('casegate')
  .description('A case-management API over GraphQL and REST, on PostgreSQL.')
  .version(packageJson.version, '-v, --version')
  .configureHelp({
    styleTitle: style('bold'),
    styleCommandText: style('cyan'),
    styleSubcommandText: style('cyan'),
    styleOptionText: style('yellow'),
    styleArgumentText: style('yellow'),
  })
  .exitOverride()
  .showHelpAfterError('For usage, add --help.')
  .addHelpText(
    'after',
    `
Without DATABASE_URL, data is stored in an embedded PostgreSQL in the folder DATA_DIR (default: .data), which only one
process can use at a time.

Exit codes: 0 for success, 1 for failure, 2 for incorrect usage.
The fields that --json prints are stable; new ones may be added.
Set NO_COLOR or FORCE_COLOR to disable or force colours.
${examples('migrate', inviteExample, 'import cases.json', createExample)}`,
  )

addServeCommand(program)
addMigrateCommand(program)
addInviteCommand(program)
addImportCommand(program)
addExportCommand(program)
addArchiveCommand(program)
addAttachmentsCommand(program)
addDoctorCommand(program)
addPersonCommand(program)
addRelayCommand(program)
addSessionCommand(program)
addSlaCommand(program)
addTouchpointCommand(program)
addSchemaCommand(program)

import type { Writable } from 'node:stream'
import type { Command } from 'commander'
import { countOf, type JsonOption, print } from '../print.ts'
import { examples } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

interface ExportOptions extends JsonOption {
  output?: string
  history?: boolean
  overwrite?: boolean
  withoutAttachments?: boolean
}

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .summary('Export all data as JSON.')
    .description('Export a consistent snapshot of all data except sessions, in the JSON format that "import" reads.')
    .option('-o, --output <file>', 'write to this file, which must not exist')
    .option('--overwrite', 'with --output: replace a file that exists when the export is complete')
    .option('--history', 'include the history of the cases, and removed comments')
    .option('--without-attachments', 'leave out the files of comments')
    .option('--json', 'with --output: print the number of records as JSON')
    .addHelpText('after', examples('export > cases.json', 'export --history --output cases.json --json'))
    .action(
      async (
        { output, history = false, overwrite = false, withoutAttachments = false, json }: ExportOptions,
        command: Command,
      ) => {
        if (json && output === undefined) command.error('error: --json requires --output')
        // A history has comments that consist of files.
        if (history && withoutAttachments) command.error('error: --without-attachments cannot be used with --history')
        const { contentFolder } = await import('../../transfer/export/export-contents.ts')
        const { exportData } = await import('../../transfer/export/export.ts')
        const { writeFile } = await import('../../transfer/write-file.ts')
        const records = await withDatabase((database, { attachments }) => {
          const folder = output === undefined ? undefined : contentFolder(output, attachments)
          const options = { withHistory: history, withAttachments: !withoutAttachments, folder }
          const write = (stream: Writable) => exportData(database, stream, options)
          return output === undefined
            ? write(process.stdout)
            : writeFile(output, write, { isNew: !overwrite, mayBeDevice: true })
        })
        if (output === undefined) return
        if (json) print({ json }, { file: output, records }, '')
        else console.error(`Wrote ${countOf(records['cases'] ?? 0, 'case')} and their reference data to ${output}.`)
      },
    )
}

import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { countOf, type JsonOption, print, progressPrinter } from '../print.ts'
import { examples } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

const demoFile = relative(process.cwd(), fileURLToPath(new URL('../../transfer/demo-data.json', import.meta.url)))

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .summary('Import data from a JSON file.')
    .description(
      'Import data from a JSON file in one transaction. Records are inserted, or updated by code, name or email ' +
        'address. Nothing is deleted, and existing cases are not changed.',
    )
    .argument('<file>', `the file, or - for standard input; see ${demoFile} for the format`)
    .option(
      '--with-public-sessions',
      'accept sessions and secrets in the file on a PostgreSQL server; everyone who can read the file can use them',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('import cases.json', 'import - < cases.json'))
    .action(
      async (
        file: string,
        { withPublicSessions = false, ...options }: JsonOption & { withPublicSessions?: boolean },
      ) => {
        const { readJsonFile } = await import('../read-json-file.ts')
        const { importData } = await import('../../transfer/import/import.ts')
        const data = await readJsonFile(file)
        const { contentFolder } = await import('../../transfer/export/export-contents.ts')
        const summary = await withDatabase((database, { attachments }) => {
          const folder = file === '-' ? undefined : contentFolder(file, attachments)
          return importData(database, data, { onProgress: progressPrinter(), withPublicSessions, folder })
        })
        const { cases, casesLeft, others } = summary
        const skipped = casesLeft === 0 ? '' : ` (${countOf(casesLeft, 'existing case')} skipped)`
        const text = `Imported ${countOf(cases, 'case')}${skipped}. Inserted or updated ${countOf(others, 'other record')}.`
        print(options, summary, text)
      },
    )
}

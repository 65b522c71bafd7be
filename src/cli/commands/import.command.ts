import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import type { Database } from '../../database/database.ts'
import { UsageError } from '../../errors/usage-error.ts'
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
    .action(async (file: string, { withPublicSessions, ...options }: JsonOption & { withPublicSessions?: boolean }) => {
      const { readJsonFile } = await import('../files.ts')
      const { importData } = await import('../../transfer/import/import.ts')
      const data = await readJsonFile(file)
      const onProgress = progressPrinter()
      const summary = await withDatabase((database) => {
        if (!withPublicSessions) refusePublicSessions(database, data)
        return importData(database, data, { onProgress })
      })
      const { cases, casesLeft, others } = summary
      const skipped = casesLeft === 0 ? '' : ` (${countOf(casesLeft, 'existing case')} skipped)`
      const text = `Imported ${countOf(cases, 'case')}${skipped}. Inserted or updated ${countOf(others, 'other record')}.`
      print(options, summary, text)
    })
}

/** Example files contain public tokens and secrets. Only the embedded store, which is for trials, accepts them. */
function refusePublicSessions({ kind }: Database, data: unknown): void {
  if (kind === 'embedded') return
  const { sessions, touchpoints } = (data ?? {}) as { sessions?: unknown; touchpoints?: unknown }
  const secrets = listOf(touchpoints).flatMap((touchpoint) =>
    listOf((touchpoint as { secrets?: unknown } | null)?.secrets),
  )
  const found = [
    { place: 'sessions', noun: 'session', count: listOf(sessions).length },
    { place: 'touchpoints', noun: 'secret', count: secrets.length },
  ].filter(({ count }) => count > 0)
  if (found.length === 0) return
  const counts = found.map(({ noun, count }) => countOf(count, noun)).join(' and ')
  throw new UsageError(
    `${found.map(({ place }) => place).join(', ')}: The file contains ${counts} that everyone who can read the ` +
      'file can use. Remove them from the file and use "session create" and "touchpoint secret create" instead, or add ' +
      '--with-public-sessions. Nothing was imported.',
  )
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

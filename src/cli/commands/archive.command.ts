import { type Command, InvalidArgumentError } from 'commander'
import type { ArchivePlan, ArchiveSummary } from '../../transfer/export/archive.ts'
import { countOf, type JsonOption, print } from '../print.ts'
import { examples } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

interface ArchiveCommandOptions extends JsonOption {
  olderThan: string
  output?: string
  limit: number
  dryRun?: boolean
}

export function addArchiveCommand(program: Command): void {
  program
    .command('archive')
    .summary('Move old closed cases to a file.')
    .description(
      'Move closed cases whose last change is old to a new file, with their comments and history. "import" reads the ' +
        'file. Cases are deleted from the database when the file is complete and on the disk. Safe to re-run.',
    )
    .requiredOption('--older-than <days>', 'the age of the last change, such as 365d')
    .option('-o, --output <file>', 'the file to create; it must not exist')
    .option(
      '--limit <number>',
      'the maximum number of cases; those with the oldest changes come first',
      parseLimit,
      100_000,
    )
    .option('--dry-run', 'print how many cases would be archived, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('archive --older-than 365d --dry-run', 'archive --older-than 365d --output closed-cases.json'),
    )
    .action(async ({ output, limit, dryRun, json, olderThan }: ArchiveCommandOptions, command: Command) => {
      if (!dryRun && output === undefined) command.error('error: specify --output or --dry-run')
      const options = { olderThanDays: await readDays(command, olderThan), limit }
      const { archiveCases, planArchive } = await import('../../transfer/export/archive.ts')
      if (dryRun || output === undefined) {
        const plan = await withDatabase((database) => planArchive(database, options))
        return print({ json }, plan, planText(plan))
      }
      const { writeFile } = await import('../../transfer/write-file.ts')
      const { contentFolder } = await import('../../transfer/export/export-contents.ts')
      const summary = await withDatabase((database, { attachments }) => {
        const folder = contentFolder(output, attachments)
        return archiveCases(database, { ...options, folder }, (write) => writeFile(output, write, { isNew: true }))
      })
      const file = summary.cases === 0 ? null : output
      print({ json }, { file, ...summary }, summaryText(output, summary))
    })
}

function planText({ cases, remaining, from, to }: ArchivePlan): string {
  if (cases === 0) return nothing
  return [`Would archive ${countOf(cases, 'case')}, last changed ${period(from, to)}.`, ...more(remaining)].join('\n')
}

function summaryText(file: string, { cases, remaining, from, to, deleted, changed }: ArchiveSummary): string {
  if (cases === 0) return nothing
  return [
    `Wrote ${countOf(cases, 'case')}, last changed ${period(from, to)}, to ${file}. Deleted ${countOf(deleted, 'case')} from the database.`,
    ...(changed.length === 0 ? [] : [stillThere(changed)]),
    ...more(remaining),
  ].join('\n')
}

const nothing = 'No closed case is old enough.'
const maximumIds = 10

function stillThere(changed: readonly number[]): string {
  const ids = [...changed.slice(0, maximumIds), ...(changed.length > maximumIds ? ['…'] : [])].join(', ')
  return (
    `Left ${countOf(changed.length, 'case')} in the database, because they changed in the meantime: ${ids}. The file has the ` +
    'earlier state. An import skips cases that exist.'
  )
}

function more(remaining: number): string[] {
  return remaining === 0
    ? []
    : [`${countOf(remaining, 'more case')} ${remaining === 1 ? 'is' : 'are'} old enough. Run the command again.`]
}

function period(from: Date | null, to: Date | null): string {
  return `from ${from?.toISOString()} to ${to?.toISOString()}`
}

async function readDays(command: Command, option: string): Promise<number> {
  const { days } = await import('../../settings/setting-formats.ts')
  const { data, error } = days.safeParse(option)
  return data ?? command.error(`error: --older-than ${error?.issues[0]?.message}`)
}

function parseLimit(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  throw new InvalidArgumentError('It must be a number from 1 to 999999999.')
}

import { type Command, Option } from 'commander'
import { UsageError } from '../../errors/usage-error.ts'
import { countOf, type JsonOption, print, progressPrinter } from '../print.ts'
import { examples } from '../usage.ts'
import { withDatabase } from '../with-database.ts'

const stores = { database: 'DATABASE', s3: 'S3' } as const

export function addAttachmentsCommand(program: Command): void {
  const attachments = program.command('attachments').description('Move the contents of files to another store.')
  attachments
    .command('move')
    .summary('Move the contents of files to another store.')
    .description(
      'Move the contents of files between the database and the bucket that ATTACHMENT_STORE names, while servers run. Safe to re-run: ' +
        'each content is copied and compared before the old one is removed.',
    )
    .addOption(new Option('--to <store>', 'where to').choices(Object.keys(stores)).makeOptionMandatory())
    .option('--json', 'print JSON')
    .addHelpText('after', examples('attachments move --to s3'))
    .action(async ({ to, ...options }: JsonOption & { to: keyof typeof stores }) => {
      const { readConfig } = await import('../../settings/config.ts')
      const { ContentStores } = await import('../../attachments/stores/content-stores.ts')
      const { moveAttachments } = await import('../../attachments/move-attachments.ts')
      const { attachments: settings } = readConfig()
      if (!settings.s3) throw new UsageError('Set ATTACHMENT_STORE to the bucket, also to move contents out of it.')
      const moved = await withDatabase((database) =>
        moveAttachments(database, new ContentStores(database, settings), stores[to], progressPrinter()),
      )
      print(options, { moved }, `Moved ${countOf(moved, 'file')}.`)
    })
}

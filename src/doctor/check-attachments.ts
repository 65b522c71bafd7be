import { scannerVersion } from '../attachments/clamd.ts'
import { ContentStores } from '../attachments/stores/content-stores.ts'
import { statement } from '../database/statements/statement.ts'
import { RequestError } from '../errors/request-error.ts'
import { type CheckContext, type Checking, failure, warning } from './check-result.ts'

const inBucket = statement(`select count(*)::int as files from attachments where store = 'S3'`, { files: 'int' })

/** Tries the store of files and the scanner, and looks for contents in a bucket that is not configured. */
export async function* checkAttachments({ database, attachments }: CheckContext): Checking {
  const { s3, scanner } = attachments
  const uses = [
    {
      attempt: () => new ContentStores(database, { s3 }).used.check(),
      problem: 'The bucket of files cannot be used',
      advice: 'Check ATTACHMENT_STORE, S3_ENDPOINT and the AWS_* settings.',
    },
    {
      attempt: async () => scanner && scannerVersion(scanner),
      problem: 'The scanner cannot be used',
      advice: 'Check ATTACHMENT_SCAN. Without the scanner, uploads are 503.',
    },
  ]
  for (const { attempt, problem, advice } of uses) {
    try {
      await attempt()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const reason = error.cause instanceof Error ? error.cause.message : error.message
      yield failure('attachments', `${problem}: ${reason}`, advice)
    }
  }
  const [found] = await database.run(inBucket)
  if (!s3 && found!.files > 0) {
    const message = `${found!.files} files are in a bucket, but ATTACHMENT_STORE is the database.`
    yield warning('attachments', message, 'Name the bucket, or run "attachments move --to database" with it.')
  }
}

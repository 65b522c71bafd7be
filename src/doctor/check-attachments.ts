import { scannerVersion } from '../attachments/clamd.ts'
import { ContentStores } from '../attachments/stores/content-stores.ts'
import { statement } from '../database/statements/statement.ts'
import { RequestError } from '../errors/request-error.ts'
import { type CheckContext, type Checking, failure, warning } from './check-result.ts'

const inBucket = statement(`select count(*)::int as files from attachments where store = 'S3'`, { files: 'int' })

/** Tries the store of files and the scanner, and looks for contents in a bucket that is not configured. */
export async function* checkAttachments({ database, attachments }: CheckContext): Checking {
  const { s3, scanner } = attachments
  const problem = (error: unknown, what: string, advice: string) => {
    if (!(error instanceof RequestError)) throw error
    return failure('attachments', `${what}: ${reasonOf(error)}`, advice)
  }
  try {
    await new ContentStores(database, { s3 }).used.check()
  } catch (error) {
    yield problem(
      error,
      'The bucket of files cannot be used',
      'Check ATTACHMENT_STORE, S3_ENDPOINT and the AWS_* settings.',
    )
  }
  try {
    if (scanner) await scannerVersion(scanner)
  } catch (error) {
    yield problem(error, 'The scanner cannot be used', 'Check ATTACHMENT_SCAN. Without the scanner, uploads are 503.')
  }
  const [found] = await database.run(inBucket)
  if (!s3 && found!.files > 0) {
    const message = `${found!.files} files are in a bucket, but ATTACHMENT_STORE is the database.`
    yield warning('attachments', message, 'Name the bucket, or run "attachments move --to database" with it.')
  }
}

function reasonOf({ cause, message }: RequestError): string {
  return cause instanceof Error ? cause.message : message
}

import type { Database } from '../../database/database.ts'
import { RequestError } from '../../errors/request-error.ts'
import type { AttachmentSettings } from '../../settings/attachment-settings.ts'
import type { AttachmentStoreName } from '../attachment.entity.ts'
import type { ContentStore } from './content-store.ts'
import { DatabaseStore } from './database-store.ts'
import { S3Store } from './s3-store.ts'

/** The stores that contents can be in. */
export class ContentStores {
  readonly #stores: Partial<Record<AttachmentStoreName, ContentStore>>
  /** Where new contents are stored. */
  readonly used: ContentStore

  constructor(database: Pick<Database, 'kind' | 'run'>, { s3 }: Pick<AttachmentSettings, 's3'>) {
    const inDatabase = new DatabaseStore(database)
    const bucket = s3 && new S3Store(s3)
    this.used = bucket ?? inDatabase
    this.#stores = { DATABASE: inDatabase, ...(bucket && { S3: bucket }) }
  }

  /** Removes a content from all stores, because a move may have been interrupted. */
  async remove(id: string): Promise<void> {
    for (const store of Object.values(this.#stores)) await store.remove(id)
  }

  /** Throws UNAVAILABLE if it is a bucket that is not configured. */
  of(name: AttachmentStoreName): ContentStore {
    const store = this.#stores[name]
    if (!store)
      throw new RequestError('UNAVAILABLE', 'The content is in a bucket, which ATTACHMENT_STORE does not name.')
    return store
  }
}

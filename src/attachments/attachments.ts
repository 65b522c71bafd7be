import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { RequestError } from '../errors/request-error.ts'
import type { AttachmentSettings } from '../settings/attachment-settings.ts'
import { CallerLimits } from '../viewer/caller-limits.ts'
import type { AttachmentStoreName } from './attachment.entity.ts'
import { removeRow, renewLeases, takeExpired } from './attachment-rows.ts'
import type { Scanner } from './scanner.ts'
import type { ContentStore } from './stores/content-store.ts'
import { DatabaseStore } from './stores/database-store.ts'

const sweepIntervalMs = 20_000

/** The files of comments: their stores, what is being uploaded, and the sweep. */
export class Attachments {
  readonly settings: AttachmentSettings
  /** Where new contents are stored. */
  readonly store: ContentStore
  readonly scanner: Scanner | undefined
  /** Those of uploads and of downloads. */
  readonly limits = { uploads: new CallerLimits(), downloads: new CallerLimits() }
  /** The files that this process is receiving. */
  readonly uploading = new Set<string>()
  /** Bytes of contents. */
  readonly bytes = { received: 0, sent: 0 }
  /** By the code of the error. */
  readonly refusals: Record<string, number> = {}
  /** How many files the sweep has removed. */
  swept = 0
  readonly #database: Database
  readonly #log: Logger
  readonly #stores: Partial<Record<AttachmentStoreName, ContentStore>>
  #timer: NodeJS.Timeout | undefined
  #sweeping: Promise<void> | undefined
  #isClosing = false

  /** `s3`: the bucket, if contents are stored in one. */
  constructor(
    database: Database,
    log: Logger,
    settings: AttachmentSettings,
    { s3, scanner }: { s3?: ContentStore | undefined; scanner?: Scanner | undefined } = {},
  ) {
    const inDatabase = new DatabaseStore(database)
    this.#database = database
    this.#log = log
    this.settings = settings
    this.store = s3 ?? inDatabase
    this.scanner = scanner
    this.#stores = { DATABASE: inDatabase, ...(s3 && { S3: s3 }) }
  }

  /** The store of a content. Throws UNAVAILABLE if it is a bucket that is not configured. */
  storeOf(name: AttachmentStoreName): ContentStore {
    const store = this.#stores[name]
    if (!store) throw new RequestError('UNAVAILABLE', 'The content is in a bucket that ATTACHMENT_STORE does not name.')
    return store
  }

  start(): void {
    this.#timer = setInterval(() => void this.sweep(), sweepIntervalMs).unref()
  }

  /** Resolves when a sweep that has begun has ended. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#timer)
    await this.#sweeping
  }

  /** Renews what is being uploaded, and removes the files whose time is over. Never rejects: what fails is tried the next time. */
  async sweep(): Promise<void> {
    this.#sweeping ??= this.#sweep()
      .catch((err: unknown) => this.#log.warn({ err }, 'Files were not removed.'))
      .finally(() => (this.#sweeping = undefined))
    await this.#sweeping
  }

  async #sweep(): Promise<void> {
    if (this.uploading.size > 0) await this.#database.run(renewLeases, [[...this.uploading]])
    for (let found = true; found && !this.#isClosing;) {
      const taken = await this.#database.run(takeExpired)
      for (const { id, store } of taken) await this.remove(id, store)
      this.swept += taken.length
      found = taken.length > 0
    }
  }

  /** Removes a content, and then its row. */
  async remove(id: string, store: AttachmentStoreName): Promise<void> {
    await this.storeOf(store).remove(id)
    await this.#database.run(removeRow, [id])
  }
}

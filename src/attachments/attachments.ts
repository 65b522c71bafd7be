import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { PeriodicTask } from '../database/periodic-task.ts'
import { RequestError } from '../errors/request-error.ts'
import type { AttachmentSettings } from '../settings/attachment-settings.ts'
import { CallerLimits } from '../viewer/caller-limits.ts'
import type { AttachmentStoreName } from './attachment.entity.ts'
import { releaseSize, removeRow, renewLeases, takeExpired } from './attachment-rows.ts'
import { ContentStores } from './stores/content-stores.ts'

const sweepIntervalMs = 20_000

/** The files of comments: their stores, what is being uploaded, and the sweep. */
export class Attachments extends PeriodicTask {
  readonly settings: AttachmentSettings
  readonly stores: ContentStores
  /** How many uploads and downloads are under way, by caller. */
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

  constructor(database: Database, log: Logger, settings: AttachmentSettings) {
    super(sweepIntervalMs)
    this.#database = database
    this.#log = log
    this.settings = settings
    this.stores = new ContentStores(database, settings)
  }

  /** Renews what is being uploaded, and sweeps: removes the files whose time is over. */
  override async run(): Promise<void> {
    // Also while a sweep takes long, so that none takes what this process receives.
    await this.#renew()
    await super.run()
  }

  async #renew(): Promise<void> {
    if (this.uploading.size === 0) return
    await this.#database
      .run(renewLeases, [[...this.uploading]])
      .catch((err: unknown) => this.#log.warn({ err }, 'Uploads were not renewed.'))
  }

  protected override async work(): Promise<void> {
    try {
      for (let found = true; found && !this.isClosing;) {
        const taken = await this.#database.run(takeExpired)
        for (const { id, store } of taken) await this.#removeExpired(id, store)
        found = taken.length > 0
      }
    } catch (err) {
      this.#log.warn({ err }, 'Files were not removed.')
    }
  }

  /** After a failure, it is tried again when its time is over once more, and others are not kept waiting. */
  async #removeExpired(id: string, store: AttachmentStoreName): Promise<void> {
    try {
      await this.remove(id, store)
      this.swept++
    } catch (err) {
      this.#log.warn({ err, attachment: id }, 'A file was not removed.')
    }
  }

  /** Removes what there is of a content that was not stored, and its row, unless a bucket that failed may still store it. */
  async abandon(id: string, error: unknown): Promise<void> {
    const { used } = this.stores
    const mayFollow = used.name === 'S3' && error instanceof RequestError && error.code === 'UNAVAILABLE'
    if (!mayFollow) return this.remove(id, used.name)
    await this.#database.run(releaseSize, [id])
    await this.stores.remove(id)
  }

  /** Removes a content, and then its row. */
  async remove(id: string, store: AttachmentStoreName): Promise<void> {
    // A bucket that is not configured keeps its objects, and so do the rows.
    this.stores.of(store)
    await this.stores.remove(id)
    await this.#database.run(removeRow, [id])
  }
}

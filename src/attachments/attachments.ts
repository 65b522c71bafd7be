import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { RequestError } from '../errors/request-error.ts'
import type { AttachmentSettings } from '../settings/attachment-settings.ts'
import { CallerLimits } from '../viewer/caller-limits.ts'
import type { AttachmentStoreName } from './attachment.entity.ts'
import { releaseSize, removeRow, renewLeases, takeExpired } from './attachment-rows.ts'
import { ClamdScanner } from './clamd.ts'
import type { Scanner } from './scanner.ts'
import { ContentStores } from './stores/content-stores.ts'

const sweepIntervalMs = 20_000

/** The files of comments: their stores, what is being uploaded, and the sweep. */
export class Attachments {
  readonly settings: AttachmentSettings
  readonly stores: ContentStores
  readonly scanner: Scanner | undefined
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
  #timer: NodeJS.Timeout | undefined
  #sweeping: Promise<void> | undefined
  #isClosing = false

  constructor(database: Database, log: Logger, settings: AttachmentSettings) {
    this.#database = database
    this.#log = log
    this.settings = settings
    this.stores = new ContentStores(database, settings)
    this.scanner = settings.scanner && new ClamdScanner(settings.scanner)
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
    // Also while a sweep takes long, so that none takes what this process receives.
    await this.#renew()
    this.#sweeping ??= this.#sweep()
      .catch((err: unknown) => this.#log.warn({ err }, 'Files were not removed.'))
      .finally(() => (this.#sweeping = undefined))
    await this.#sweeping
  }

  async #renew(): Promise<void> {
    if (this.uploading.size === 0) return
    await this.#database
      .run(renewLeases, [[...this.uploading]])
      .catch((err: unknown) => this.#log.warn({ err }, 'Uploads were not renewed.'))
  }

  async #sweep(): Promise<void> {
    for (let found = true; found && !this.#isClosing;) {
      const taken = await this.#database.run(takeExpired)
      for (const { id, store } of taken) if (await this.#removeExpired(id, store)) this.swept++
      found = taken.length > 0
    }
  }

  /** Whether it was removed. Otherwise it is tried again when its time is over once more, and others are not kept waiting. */
  async #removeExpired(id: string, store: AttachmentStoreName): Promise<boolean> {
    try {
      await this.remove(id, store)
      return true
    } catch (err) {
      this.#log.warn({ err, attachment: id }, 'A file was not removed.')
      return false
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

import type { Queryable } from '../database/statement.ts'
import { InternalError } from '../errors.ts'
import { buildCatalogue, type Catalogue, loadCatalogue } from './catalogue.ts'

/**
 * Keeps the catalogue in memory. Every statement that begins a request gives the database's present revision; one
 * that differs from memory's means loading first, so that no caller ever sees an old catalogue.
 */
export class CatalogueStore {
  /** How often it was loaded. */
  loads = 0
  #database: Queryable
  #current: Catalogue | undefined
  #loading: Promise<Catalogue> | undefined

  constructor(database: Queryable) {
    this.#database = database
  }

  /** The revision in memory; undefined before the first load. */
  get revision(): string | undefined {
    return this.#current?.revision
  }

  /**
   * The catalogue as of the given revision, or as of a later one. Within a transaction it is loaded there: to wait for
   * another connection while holding one deadlocks a pool.
   */
  async at(revision: string, transaction?: Queryable): Promise<Catalogue> {
    if (this.#current?.revision === revision) return this.#current
    if (transaction) return this.#load(transaction)
    // A load that began earlier may have seen an earlier catalogue.
    const earlier = await this.#loading
    if (earlier?.revision === revision) return earlier
    this.#loading ??= this.#load(this.#database).finally(() => (this.#loading = undefined))
    return this.#loading
  }

  async #load(queryable: Queryable): Promise<Catalogue> {
    const [row] = await queryable.run(loadCatalogue)
    if (!row) throw new InternalError('catalogue_revision has no row.')
    this.loads++
    return (this.#current = buildCatalogue(row))
  }
}

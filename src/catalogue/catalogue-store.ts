import type { Queryable } from '../database/statements/statement.ts'
import { InternalError } from '../errors/internal-error.ts'
import { buildCatalogue, type Catalogue, loadCatalogue } from './catalogue.ts'

/**
 * Keeps the catalogue in memory. The first statement of every operation returns the database's current revision. If it
 * differs from the one in memory, the catalogue is loaded first, so that no caller sees an old one.
 */
export class CatalogueStore {
  loads = 0
  #database: Queryable
  #current: Catalogue | undefined
  #loading: Promise<Catalogue> | undefined

  constructor(database: Queryable) {
    this.#database = database
  }

  get revision(): string | undefined {
    return this.#current?.revision
  }

  /**
   * The catalogue of the given revision or a later one. Not a promise if it is in memory, because a list needs it several
   * times for each case. Within a transaction it is loaded on the transaction's connection: waiting for another
   * connection while holding one can deadlock the pool.
   */
  at(revision: string, db: Queryable = this.#database): Catalogue | Promise<Catalogue> {
    return this.#current?.revision === revision ? this.#current : this.#loadAt(revision, db)
  }

  async #loadAt(revision: string, db: Queryable): Promise<Catalogue> {
    if (db !== this.#database) return this.#load(db)
    // A load that started earlier may have read an earlier revision.
    const earlier = await this.#loading
    if (earlier?.revision === revision) return earlier
    this.#loading ??= this.#load(db).finally(() => (this.#loading = undefined))
    return this.#loading
  }

  async #load(queryable: Queryable): Promise<Catalogue> {
    const catalogue = await loadedCatalogue(queryable)
    this.loads++
    return (this.#current = catalogue)
  }
}

export async function loadedCatalogue(db: Queryable): Promise<Catalogue> {
  const [row] = await db.run(loadCatalogue)
  if (!row) throw new InternalError('catalogue_revision has no row.')
  return buildCatalogue(row)
}

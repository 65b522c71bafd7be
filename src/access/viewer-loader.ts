import DataLoader from 'dataloader'
import { type Queryable, statement } from '../database/statement.ts'
import { type Credentials, requireCredentials, requireViewer, type Viewer } from './viewer.ts'

const loadViewers = statement<Viewer & { place: number }>(`
select k.place::int, v.touchpoint_code, v.person_id, v.login, v.firstname, v.email, v.revision
from unnest($1::bytea[]) with ordinality as k (token_hash, place)
join live_sessions v on v.token_hash = k.token_hash`)

/** How many statements may be under way before further requests wait to be asked for together. */
const concurrentStatements = 2

/**
 * Tells who is calling. Requests that arrive while others are being asked for share one statement. It remembers
 * nothing: each request is judged by a statement that began after it, so that a revocation acts on the next one.
 */
export class ViewerLoader {
  #database: Queryable
  #running = 0
  #waiting: (() => void)[] = []
  #loader: DataLoader<Buffer, Viewer | undefined>

  constructor(database: Queryable) {
    this.#database = database
    this.#loader = new DataLoader((hashes) => this.#load(hashes), {
      cache: false,
      maxBatchSize: 256,
      batchScheduleFn: (dispatch) => this.#schedule(dispatch),
    })
  }

  /** Throws UNAUTHENTICATED where the credentials do not let the caller in. */
  async authenticate(credentials: Credentials | null): Promise<Viewer> {
    const required = requireCredentials(credentials)
    return requireViewer(await this.#loader.load(required.tokenHash), required)
  }

  #schedule(dispatch: () => void): void {
    if (this.#running < concurrentStatements) setImmediate(dispatch)
    else this.#waiting.push(dispatch)
  }

  async #load(hashes: readonly Buffer[]): Promise<(Viewer | undefined)[]> {
    this.#running++
    try {
      const viewers: (Viewer | undefined)[] = hashes.map(() => undefined)
      for (const viewer of await this.#database.run(loadViewers, [hashes])) viewers[viewer.place - 1] = viewer
      return viewers
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }
}

import { BatchLoader } from '../database/batch-loader.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { type Credentials, requireCredentials, requireViewer, type Viewer } from './viewer.ts'

const loadViewers = statement<Viewer & { place: number }>(`
select k.place::int, v.touchpoint_code, v.person_id, v.login, v.firstname, v.email, v.revision
from unnest($1::text[]) with ordinality as k (token_hash, place)
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`)

/** Tells who is calling, and remembers nobody: a revocation acts on the next request. */
export class ViewerLoader {
  #viewers: BatchLoader<string, Viewer>

  constructor(database: Queryable) {
    this.#viewers = new BatchLoader((hashes) => database.run(loadViewers, [hashes]))
  }

  /** Throws UNAUTHENTICATED where the credentials do not let the caller in. */
  async authenticate(credentials: Credentials | null): Promise<Viewer> {
    const required = requireCredentials(credentials)
    return requireViewer(await this.#viewers.load(required.tokenHash), required)
  }
}

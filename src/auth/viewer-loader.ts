import { BatchLoader } from '../database/batch-loader.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { type Caller, requireCredentials, requireViewer, type Viewer } from './viewer.ts'

const loadViewers = statement<Viewer & { place: number }>(`
select k.place::int, v.touchpoint_code, v.person_id, v.login, v.firstname, v.email, v.revision
from unnest($1::text[]) with ordinality as k (token_hash, place)
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`)

/** Finds out who is calling. Nothing is cached, so that a revocation affects the next request. */
export class ViewerLoader {
  #viewers: BatchLoader<string, { viewer: Viewer }>

  constructor(database: Queryable) {
    this.#viewers = new BatchLoader(async (hashes) => {
      const rows = await database.run(loadViewers, [hashes])
      return rows.map((viewer) => ({ place: viewer.place, viewer }))
    })
  }

  /** Sets the context's viewer and returns it. Throws UNAUTHENTICATED if the credentials are not accepted. */
  async authenticate(context: Caller): Promise<Viewer> {
    const { tokenHash } = requireCredentials(context)
    return requireViewer(context, await this.#viewers.load(tokenHash)).viewer
  }
}

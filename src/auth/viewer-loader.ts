import { BatchLoader } from '../database/batch-loader.ts'
import { paddedArray } from '../database/padded-array.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { type Caller, requireCredentials, requireViewer, type Viewer, viewerColumns, viewerSelect } from './viewer.ts'

const viewersByToken = statement(
  `
select k.ordinal::int, ${viewerSelect}
from unnest($1::text[]) with ordinality as k (token_hash, ordinal)
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`,
  { ordinal: 'int', viewer: viewerColumns },
)

/** Identifies callers. Nothing is cached, so that a revocation applies to the next request. */
export class ViewerLoader {
  #viewers: BatchLoader<string, { viewer: Viewer }>

  constructor(database: Queryable) {
    this.#viewers = new BatchLoader((tokenHashes) => database.run(viewersByToken, [paddedArray(tokenHashes, null)]))
  }

  /** Sets the context's viewer and returns it. Throws UNAUTHENTICATED if the credentials are not accepted. */
  async authenticate(context: Caller): Promise<Viewer> {
    const { tokenHash } = requireCredentials(context)
    return requireViewer(context, await this.#viewers.load(tokenHash)).viewer
  }
}

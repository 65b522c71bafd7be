import { LRUCache } from 'lru-cache'
import type { Caller } from '../viewer/viewer.ts'

/** Bounds the memory. The least recently used entry is dropped first, and its credentials count as new. */
const maximum = 100_000

/** The touchpoints of tokens or of secrets by their hash. With `max`, the cache would allocate all of its entries at once. */
const newCache = () => new LRUCache<string, string>({ maxSize: maximum, sizeCalculation: () => 1 })

/** The tokens and secrets that this process has accepted. They may have been revoked since. */
export class AcceptedCredentials {
  readonly #tokens = newCache()
  readonly #secrets = newCache()

  has({ credentials, secret }: Caller): boolean {
    if (credentials) return this.#tokens.get(credentials.tokenHash) === credentials.touchpoint
    return secret != null && this.#secrets.get(secret.secretHash) === secret.touchpoint
  }

  /** Stores whether the credentials of a request were accepted, and those that it has created. */
  note({ credentials, viewer, secret, isSecretAccepted, created }: Caller): void {
    if (credentials && viewer !== undefined) {
      note(this.#tokens, credentials.tokenHash, credentials.touchpoint, viewer !== null)
    }
    if (created) note(this.#tokens, created.tokenHash, created.touchpoint, true)
    if (secret && isSecretAccepted !== undefined) {
      note(this.#secrets, secret.secretHash, secret.touchpoint, isSecretAccepted)
    }
  }
}

/** Credentials that are rejected with another touchpoint stay accepted with their own. */
function note(cache: LRUCache<string, string>, hash: string, touchpoint: string, isAccepted: boolean): void {
  const isKnown = cache.peek(hash) === touchpoint
  if (isAccepted && !isKnown) cache.set(hash, touchpoint)
  if (!isAccepted && isKnown) cache.delete(hash)
}

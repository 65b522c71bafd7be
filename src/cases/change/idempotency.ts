import { typed } from '../../database/columns.ts'
import type { Queryable } from '../../database/statement.ts'
import { isValidPostgresText } from '../../database/valid-text.ts'
import { RequestError } from '../../errors.ts'
import { isExpired, removeExpired } from './expired-keys.ts'
import { requestHash } from './request-hash.ts'

/** A mutation with an idempotency key. Hashes are SHA-256 in hexadecimal. */
export interface KeyedRequest {
  tokenHash: string
  key: string
  readonly requestHash: string
}

/** What the first request with a key returned. */
export interface StoredOutcome {
  /** Null if the operation found no case or had problems. */
  caseId: number | null
  /** The version of the case that the first response contained. */
  version: number | null
  /** Whether the caller may see this version of the case. Creations can be of cases that their creator cannot see. */
  visible: boolean
  /** As JSON. Not jsonb, which rejects NUL characters and lone surrogates in the paths of problems. */
  problems: string | null
}

/** The outcome as it is stored with its key. */
export interface StoredKey extends StoredOutcome {
  requestHash: string
  isExpired: boolean
}

/** The input fields that make a request repeatable. */
export interface RepeatableInput {
  idempotencyKey?: string | null | undefined
  dryRun?: boolean | null | undefined
}

const maximumKeyLength = 255

/**
 * The request if its input has a key and is no dry run. Requests are the same if the operation and what is requested are
 * the same (request-hash.ts). The hash is not computed before it is needed, which is after the caller is known. Throws
 * BAD_USER_INPUT for an invalid key.
 */
export function keyedRequest(
  tokenHash: string,
  { idempotencyKey: key, dryRun }: RepeatableInput,
  operation: string,
  requested: object | (() => object),
): KeyedRequest | null {
  if (key == null) return null
  if (key === '' || key.length > maximumKeyLength || !isValidPostgresText(key)) {
    const limits = `must have 1 to ${maximumKeyLength} characters, without NUL characters or lone surrogates`
    throw new RequestError('BAD_USER_INPUT', `idempotencyKey ${limits}.`)
  }
  if (dryRun) return null
  let hash: string | undefined
  return {
    tokenHash,
    key,
    get requestHash() {
      return (hash ??= requestHash(operation, typeof requested === 'function' ? requested() : requested))
    },
  }
}

/** The column of `storedKeySelect`. */
export const storedKeyColumn = typed<StoredKey | null>('json | null')

/**
 * The stored key of a request in SQL, as a part of the load of its facts: from the keys `k` with the column
 * `idempotency_key`, and `live_sessions v`. Null if the request has no key, or if it is the first one.
 */
export const storedKeySelect = `(
    select json_build_object(
      'requestHash', encode(i.request_hash, 'hex'),
      'isExpired', i.${isExpired},
      'caseId', i.case_id, 'version', i.version, 'visible', i.visible, 'problems', i.problems)
    from idempotency_keys i
    where k.idempotency_key is not null and i.token_hash = v.token_hash and i.key = k.idempotency_key
  ) as stored_key`

/**
 * The outcome of the first request with the key; null if this is the first one. Removes an expired one. Throws CONFLICT if
 * the first request was another one.
 */
export async function firstOutcome(
  db: Queryable,
  keyed: KeyedRequest | null,
  { storedKey }: { storedKey: StoredKey | null },
): Promise<StoredOutcome | null> {
  if (!keyed || !storedKey) return null
  if (storedKey.isExpired) {
    await db.run(removeExpired, [keyed.tokenHash, keyed.key])
    return null
  }
  if (storedKey.requestHash === keyed.requestHash) return storedKey
  throw new RequestError('CONFLICT', 'The idempotency key was already used for a different request.')
}

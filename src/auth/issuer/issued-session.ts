import type { KeySet } from './issuer-keys.ts'

/** The session of a JWT that this process has accepted. */
export interface IssuedSession {
  readonly touchpoint: string
  readonly tokenHash: string
  /** In milliseconds since 1970. */
  readonly expiresAt: number
  /** The keys that the signature was checked with. */
  readonly keys: KeySet
  /** Whether a request found that the session is no longer valid, so that the JWT has to be judged again. */
  isOver: boolean
}

import type { Database } from '../../src/database/database.ts'
import type { TestIssuer } from '../../test/support/issuer/issuer.ts'
import type { Attempt } from '../attempt.ts'
import type { Store } from '../stores.ts'

export interface World {
  store: Store
  database: Database
  ports: readonly number[]
  issuer: TestIssuer
  /** Of victims who need no other. */
  touchpoint: string
  /** The headers of an admin. */
  admin: Record<string, string>
}

/** A caller who is locked out while sending requests. */
export interface Victim {
  attempt(round: number): Attempt
  /** Resolves when it is acknowledged that the caller is locked out. */
  lockOut(): Promise<unknown>
}

import { BatchLoader } from '../database/batch-loader.ts'
import type { Queryable } from '../database/statement.ts'
import { type AssignFacts, type AssignKey, queryAssignFacts } from './assign/assign-facts.ts'
import { type CaseFacts, type CaseKey, queryCaseFacts } from './case-facts.ts'

/** Loads the facts that operations decide on. Concurrent requests share a statement; a transaction runs its own. */
export class CaseLoader {
  #facts: BatchLoader<CaseKey, CaseFacts>
  #assignFacts: BatchLoader<AssignKey, AssignFacts>

  constructor(database: Queryable) {
    this.#facts = new BatchLoader((keys) => queryCaseFacts(database, keys))
    this.#assignFacts = new BatchLoader((keys) => queryAssignFacts(database, keys))
  }

  /** Undefined if the token does not belong to a valid session. */
  async facts(key: CaseKey, transaction?: Queryable): Promise<CaseFacts | undefined> {
    return transaction ? (await queryCaseFacts(transaction, [key]))[0] : this.#facts.load(key)
  }

  /** Undefined if the token does not belong to a valid session. */
  async assignFacts(key: AssignKey, transaction?: Queryable): Promise<AssignFacts | undefined> {
    return transaction ? (await queryAssignFacts(transaction, [key]))[0] : this.#assignFacts.load(key)
  }
}

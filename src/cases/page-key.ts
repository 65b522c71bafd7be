import type { Page } from '../database/page.ts'

/** A list that belongs to a case. */
export interface ListKey {
  caseId: number
  /** Whether to include internal comments, and events that only added internal comments. */
  internal: boolean
}

/** A page of such a list. */
export interface PageKey extends ListKey {
  page: Page
  /** Is charged with the rows; undefined if they are reserved already. */
  budget: PageBudget | undefined
}

/** The bytes that a request may still load. */
export interface PageBudget {
  /** Why no more may be loaded. */
  readonly excess: Error | undefined
  /** Sets `excess` if the bytes are too many. */
  charge(bytes: number): void
}

import type { Page } from '../database/page.ts'

/** A page of a list that belongs to a case. */
export interface PageKey {
  caseId: number
  /** Whether to include internal comments. */
  internal: boolean
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

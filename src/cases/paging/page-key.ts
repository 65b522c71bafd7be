import { canSeeInternal, type Viewer } from '../../viewer/viewer.ts'
import type { Page } from '../../database/statements/page.ts'
import type { CaseRow } from '../case-facts.ts'

/** A list that belongs to a case. */
export interface ListKey {
  caseId: number
  /** The version of the case up to which the list has items. */
  version: number
  /** The version of the case up to which comments are edited and removed. */
  editsUntil: number
  /** Whether to include internal comments, and events that only added internal comments. */
  internal: boolean
  /** What else the items must fulfil, as JSON. */
  filter?: string
}

/** A version of a case, and the version up to which comments are edited and removed, if that is another one. */
export type ShownVersion = Pick<CaseRow, 'id' | 'version' | 'editsUntil'>

/** A list of the case as the viewer sees it. */
export function listOf({ id, version, editsUntil = version }: ShownVersion, viewer: Viewer): ListKey {
  return { caseId: id, version, editsUntil, internal: canSeeInternal(viewer) }
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

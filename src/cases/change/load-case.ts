import type { Loader } from '../../database/statements/batched.ts'
import { caseFacts, type CaseFacts, type CaseKey, factsOfCase } from '../case-facts.ts'
import type { NewComment } from '../values/comment.rules.ts'
import { type FreeAttachments, loadWithAttachments, withAttachments } from './attachment-facts.ts'

const caseFactsWithAttachments = factsOfCase(withAttachments({ keys: {}, columns: {} }))

/** The case, or for its party the one that it was merged into. */
const continued = {
  keys: {},
  columns: {},
  cases: `cases c on c.id = coalesce(
  (select m.merged_into_id from cases m where m.id = k.case_id and m.party_id = v.person_id), k.case_id)`,
} as const
const continuedFacts = factsOfCase(continued)
const continuedFactsWithAttachments = factsOfCase(withAttachments(continued))

/** Loads the case that comments are added to, and which of their files the caller may add. */
export function loadCase(db: Loader, key: CaseKey, comments: readonly NewComment[]) {
  return loadWithAttachments<CaseKey, CaseFacts & FreeAttachments>(
    db,
    comments,
    key,
    caseFacts,
    caseFactsWithAttachments,
  )
}

/** The same for the comments of a party, which belong to the case that continues the named one. */
export function loadContinuedCase(db: Loader, key: CaseKey, comments: readonly NewComment[]) {
  return loadWithAttachments<CaseKey, CaseFacts & FreeAttachments>(
    db,
    comments,
    key,
    continuedFacts,
    continuedFactsWithAttachments,
  )
}

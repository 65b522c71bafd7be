import type { Loader } from '../../database/statements/batched.ts'
import { caseFacts, type CaseFacts, type CaseKey, factsOfCase } from '../case-facts.ts'
import type { NewComment } from '../values/comment.rules.ts'
import { type FreeAttachments, loadWithAttachments, withAttachments } from './attachment-facts.ts'

const caseFactsWithAttachments = factsOfCase(withAttachments({ keys: {}, columns: {} }))

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

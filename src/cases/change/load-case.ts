import type { Loader } from '../../database/statements/batched.ts'
import { caseFacts, type CaseFacts, type CaseKey, factsOfCase } from '../case-facts.ts'
import type { NewComment } from '../values/comment.rules.ts'
import { attachmentKey, type FreeAttachments, haveAttachments, withAttachments } from './attachment-facts.ts'

const caseFactsWithAttachments = factsOfCase(withAttachments({ keys: {}, columns: {} }))

/** Loads the case that comments are added to, and which of their files the caller may add. */
export function loadCase(
  db: Loader,
  key: CaseKey,
  comments: readonly NewComment[],
): Promise<(CaseFacts & FreeAttachments) | undefined> {
  if (!haveAttachments(comments)) return db.load(caseFacts, key)
  return db.load(caseFactsWithAttachments, { ...key, attachmentIds: attachmentKey(comments) })
}

import type { Loader } from '../../database/statements/batched.ts'
import { caseFacts, type CaseFacts, type CaseKey, factsOfCase } from '../case-facts.ts'
import type { NewComment } from '../values/comment.rules.ts'
import { type FreeAttachments, loadWithAttachments, withAttachments } from './attachment-facts.ts'

type LoadWithAttachments = typeof loadWithAttachments<CaseKey, CaseFacts & FreeAttachments>

function loading(without: Parameters<LoadWithAttachments>[3], withFiles: Parameters<LoadWithAttachments>[4]) {
  return (db: Loader, key: CaseKey, comments: readonly NewComment[]) =>
    loadWithAttachments(db, comments, key, without, withFiles)
}

/** Loads the case that comments are added to, and which of their files the caller may add. */
export const loadCase = loading(caseFacts, factsOfCase(withAttachments({ keys: {}, columns: {} })))

/** The named case, or the one that it was merged into if the caller is its party. */
const caseOrTarget = {
  keys: {},
  columns: {},
  cases: `cases c on c.id = coalesce(
  (select m.merged_into_id from cases m where m.id = k.case_id and m.party_id = v.person_id), k.case_id)`,
} as const

/** The same, but for the party of a merged case, it loads the case that it was merged into. */
export const loadCaseOrTarget = loading(factsOfCase(caseOrTarget), factsOfCase(withAttachments(caseOrTarget)))

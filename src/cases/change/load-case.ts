import { caseFacts, type CaseFacts, type CaseKey, factsOfCase } from '../case-facts.ts'
import { type FreeAttachments, loadingAttachments, withAttachments } from './attachment-facts.ts'

const loading = loadingAttachments<CaseKey, CaseFacts & FreeAttachments>

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

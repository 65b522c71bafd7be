import { z } from 'zod'
import { caseMembers, checkCase } from './case-format.ts'
import { checkComments } from './check-comments.ts'
import { checkHistory } from './check-history.ts'
import { commentOfHistory, event } from './history-members.ts'
import { listOf } from './value-formats.ts'

/** A case with all of its events, and all of its comments, including removed ones. */
export const caseWithHistory = z
  .strictObject({
    ...caseMembers,
    comments: listOf(commentOfHistory).describe('All comments, including removed ones.'),
    history: z
      .array(event)
      .min(1, { error: 'must have at least one item', abort: true })
      .describe('All events of the case, oldest first.'),
  })
  .superRefine((item, context) => {
    checkCase(item, context)
    const addIssue = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
    checkHistory(item, addIssue)
    checkComments(item, addIssue)
  })
  .describe('A case can also have its complete history. These members then differ from those above.')

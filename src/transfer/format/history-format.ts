import { z } from 'zod'
import { caseMembers, checkCase } from './case-format.ts'
import { checkCommentsAgainstHistory } from './check-comments.ts'
import { type AddIssue, commentOfHistory, event, type ImportedEvent } from './event-format.ts'
import { listOf } from '../../configuration/items/value-formats.ts'

const membersWithHistory = z.strictObject({
  ...caseMembers,
  comments: listOf(commentOfHistory).describe('All comments, including removed ones.'),
  history: z
    .array(event)
    .min(1, { error: 'must have at least one item', abort: true })
    .describe('All events of the case, oldest first.'),
})

type CaseWithHistory = z.infer<typeof membersWithHistory>

/** A case with all of its events, and all of its comments, including removed ones. */
export const caseWithHistory = membersWithHistory
  .superRefine((item, context) => {
    checkCase(item, context)
    const addIssue: AddIssue = (path, message) => context.addIssue({ code: 'custom', path, message })
    checkHistory(item, addIssue)
    checkCommentsAgainstHistory(item, addIssue)
  })
  .describe('A case can also have its complete history. These members then differ from those above.')

// The clock of a server may be set back, and a server that takes over may have another.
const toleranceHours = 1

/** Checks that the events follow one another, and that the last one made the case what it is. */
function checkHistory({ history, version, updatedAt }: CaseWithHistory, addIssue: AddIssue): void {
  const first = history[0]
  const last = history.at(-1)
  if (!first || !last) return
  for (const [index, event] of history.entries()) {
    const addEventIssue = (member: string, message: string) => addIssue(['history', index, member], message)
    const expected = first.version + index
    if (event.version !== expected) addEventIssue('version', `must be ${expected}, so that none is missing`)
    const begins = event.kind === 'CREATED' || event.kind === 'IMPORTED'
    if (begins && event !== first)
      addEventIssue('kind', `must not be ${event.kind}, because only the first item can be`)
    if (!begins && event === first) addEventIssue('kind', 'must be CREATED or IMPORTED, because it is the first item')
    const previous = history[index - 1]
    if (previous && isTooEarly(event, previous)) {
      addEventIssue('at', `must not be before ${previous.at}, the time of the previous item`)
    }
  }
  if ((version ?? 1) !== last.version) {
    addIssue(['version'], `must be ${last.version}, the version of the last item of history`)
  }
  if (updatedAt != null && Date.parse(updatedAt) !== Date.parse(last.at)) {
    addIssue(['updatedAt'], `must be ${last.at}, the time of the last item of history`)
  }
}

/** An import can have a time in the future. The next change is then earlier. */
function isTooEarly({ at }: ImportedEvent, previous: ImportedEvent): boolean {
  return previous.kind !== 'IMPORTED' && Date.parse(at) < Date.parse(previous.at) - toleranceHours * 3_600_000
}

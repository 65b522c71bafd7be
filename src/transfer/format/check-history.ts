import type { ImportedEvent } from './history-members.ts'

interface CaseWithHistory {
  history: readonly ImportedEvent[]
  version?: number | null | undefined
  updatedAt?: string | null | undefined
}

// The clock of a server may be set back, and a server that takes over may have another.
const toleranceHours = 1

/** Checks that the events follow one another, and that the last one made the case what it is. */
export function checkHistory(
  { history, version, updatedAt }: CaseWithHistory,
  addIssue: (path: PropertyKey[], message: string) => void,
): void {
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

import { textOf } from '../../ui/form/problems/problem-list'
import { type Pending, showPending } from './pending'
import type { Outcome, SavedCase } from './use-change'

/** The versions that the viewer's own changes have made, by the case and the name of the value. */
const ownVersions = new Map<string, number>()
const lasts = new Map<string, Promise<unknown>>()

/** Runs the changes of a case one after the other, so that none meets the version that another one is making. */
export function inTurn<Result>(id: string, run: () => Promise<Result>): Promise<Result> {
  const result = (lasts.get(id) ?? Promise.resolve()).then(run, run)
  lasts.set(id, result)
  return result
}

interface Change {
  id: string
  /** The version that the viewer saw. */
  seen: number
  /** What is changed, as the service names it: the paths, joined by dots. */
  names: readonly string[]
  send: (expectedVersion: number) => Promise<Outcome>
}

interface SavedOver extends Outcome<SavedCase> {
  /** What others have changed since the viewer saw it. Empty if nothing is in the way. */
  overwritten: readonly string[]
}

/** Changes a case, unless others have changed the same values since the viewer saw them. Nobody is in conflict with themselves. */
export async function saveOver(change: Change): Promise<SavedOver> {
  const { id, seen, names } = change
  const outcome = await change.send(seen)
  const { saved, conflict } = outcome
  if (saved) for (const name of names) ownVersions.set(`${id} ${name}`, saved.version)
  if (!conflict) return { ...outcome, overwritten: [] }
  const { currentVersion, changed } = conflict
  const overwritten = changed ? names.filter((name) => changed.includes(name)) : names
  const own = Math.min(currentVersion, ...overwritten.map((name) => ownVersions.get(`${id} ${name}`) ?? 0))
  return own > seen ? saveOver({ ...change, seen: own }) : { ...outcome, overwritten }
}

/** Changes a case as `saveOver` does, after the changes of it that are under way. It is shown at once: `pending`. */
export async function saveInTurn(change: Change, pending: Omit<Pending, 'caseId'> = {}): Promise<SavedOver> {
  const shown = showPending({ caseId: change.id, ...pending })
  const outcome = await inTurn(change.id, () => saveOver(change))
  shown.settle(outcome.saved?.version)
  return outcome
}

/** What to say after a change was undone, or could not be because of what others have done. */
export function undoneText({ saved, overwritten, problems }: SavedOver, text: string, done = 'changed'): string {
  if (saved) return text
  return overwritten.length > 0 ? `Someone else has ${done} it since. Nothing was undone.` : textOf(problems)
}

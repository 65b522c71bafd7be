import type { TypedDocumentNode } from 'urql'
import { type Problem, requestProblems, type ShownProblem, shownProblems } from '../form/problems'
import { type Conflict, useIdempotent } from './use-idempotent'

export interface SavedCase {
  id: string
  version: number
}

/** What every mutation of cases returns in the field `result`. */
interface CaseAnswer {
  result: { case?: SavedCase | null } | { problems: readonly Problem[] } | null
}

export interface Outcome<Case = SavedCase> {
  /** The case after the change. Null if there was none to take. Undefined if nothing was changed. */
  saved?: Case | null
  problems: readonly ShownProblem[]
  /** Whether the case has another version than `expectedVersion`. */
  isConflict: boolean
  conflict?: Conflict | undefined
}

/** A change of a case, whose problems are in the words of the forms. */
export function useChange<Data extends CaseAnswer, Input extends object>(
  document: TypedDocumentNode<Data, { input: Input }>,
) {
  const { fetching, send } = useIdempotent<Data, Input>(document)

  async function change(input: Omit<Input, 'idempotencyKey'>): Promise<Outcome> {
    const { result, error, isConflict, conflict } = await send(input)
    if (!result) return { problems: requestProblems(error), isConflict, conflict }
    if ('problems' in result) return { problems: shownProblems(result.problems), isConflict }
    const saved = ('case' in result && result.case) || null
    return { saved, problems: [], isConflict }
  }
  return { fetching, change }
}

import { type AnyVariables, getOperationName, type TypedDocumentNode, useMutation } from 'urql'
import { attemptKey, endAttempt } from './drafts'
import { type Problem, requestProblem, type ShownProblem, shownProblems } from './problems'
import { hasCode } from '../session/client'

export interface SavedCase {
  id: string
  version: number
}

/** What every mutation of this page returns in the field `result`. */
interface Answer {
  result: { case?: SavedCase | null } | { problems: readonly Problem[] } | null
}

export interface Outcome {
  /** The case after the change. Null if there was none to take. Undefined if nothing was changed. */
  saved?: SavedCase | null
  problems: readonly ShownProblem[]
  /** Whether the case has another version than `expectedVersion`. */
  isConflict: boolean
}

/** A mutation with an idempotency key. If no answer arrives, the next attempt with the same input has the same key. */
export function useChange<Data extends Answer, Input extends object>(
  document: TypedDocumentNode<Data, { input: Input }>,
) {
  const [{ fetching }, execute] = useMutation<Data, AnyVariables>(document)

  async function change(input: Omit<Input, 'idempotencyKey'>): Promise<Outcome> {
    const attempt = `${getOperationName(document)} ${JSON.stringify(input)}`
    const { data, error } = await execute({ input: { ...input, idempotencyKey: attemptKey(attempt) } })
    const result = data?.result
    const isConflict = hasCode(error, 'PRECONDITION_FAILED')
    if (result || isConflict) endAttempt(attempt)
    if (error || !result) return { problems: [requestProblem(error)], isConflict }
    if ('problems' in result) return { problems: shownProblems(result.problems), isConflict }
    return { saved: ('case' in result && result.case) || null, problems: [], isConflict }
  }
  return { fetching, change }
}

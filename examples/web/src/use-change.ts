import { useRef } from 'react'
import { type AnyVariables, type TypedDocumentNode, useMutation } from 'urql'
import { type Problem, requestProblem, type ShownProblem, shownProblems } from './problems'
import { hasCode } from './session'

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

/**
 * A mutation with an idempotency key. If it fails, the next attempt with the same input has the same key. Forms whose
 * drafts survive a reload can pass a key that survives it too.
 */
export function useChange<Data extends Answer, Input extends object>(
  document: TypedDocumentNode<Data, { input: Input }>,
) {
  const [{ fetching }, execute] = useMutation<Data, AnyVariables>(document)
  const attempt = useRef({ input: '', key: '' })

  async function change(input: Omit<Input, 'idempotencyKey'>, key?: string): Promise<Outcome> {
    const text = JSON.stringify(input)
    if (attempt.current.input !== text) attempt.current = { input: text, key: crypto.randomUUID() }
    const { data, error } = await execute({ input: { ...input, idempotencyKey: key ?? attempt.current.key } })
    const result = data?.result
    if (error || !result) {
      return { problems: [requestProblem(error)], isConflict: hasCode(error, 'PRECONDITION_FAILED') }
    }
    attempt.current = { input: '', key: '' }
    if ('problems' in result) return { problems: shownProblems(result.problems), isConflict: false }
    return { saved: ('case' in result && result.case) || null, problems: [], isConflict: false }
  }
  return { fetching, change }
}

import type { Client, TypedDocumentNode } from 'urql'
import { toast } from '../display/toasts'
import { type Problem, requestProblems, type ShownProblem, shownProblems } from '../form/problems'
import { type Conflict, type Sent, sendOnce, useIdempotent } from './use-idempotent'

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

/** What came of a change of a case. Its problems are in the words of the forms. */
function outcomeOf<Data extends CaseAnswer>({ result, error, isConflict, conflict }: Sent<Data>): Outcome {
  if (!result) return { problems: requestProblems(error), isConflict, conflict }
  if ('problems' in result) return { problems: shownProblems(result.problems), isConflict }
  const saved = ('case' in result && (result.case as SavedCase | null)) || null
  return { saved, problems: [], isConflict }
}

/** Changes a case, also when the component that began it is gone. */
export async function sendChange<Data extends CaseAnswer, Input extends object>(
  client: Client,
  document: TypedDocumentNode<Data, { input: Input }>,
  input: Omit<Input, 'idempotencyKey'>,
): Promise<Outcome> {
  return outcomeOf(await sendOnce(document, input, (sent) => client.mutation(document, sent)))
}

/** A change of a case. */
export function useChange<Data extends CaseAnswer, Input extends object>(
  document: TypedDocumentNode<Data, { input: Input }>,
) {
  const { fetching, send } = useIdempotent<Data, Input>(document)
  const change = async (input: Omit<Input, 'idempotencyKey'>) => outcomeOf(await send(input))
  return { fetching, change }
}

/** Says what has failed, if the page of its case, which shows it, is not open. Returns whether it was said. */
export function tellElsewhere(caseId: string, text: string): boolean {
  const isElsewhere = !location.pathname.endsWith(`/cases/${caseId}`)
  if (isElsewhere) toast(`Case ${caseId}: ${text}`)
  return isElsewhere
}

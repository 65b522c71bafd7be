import {
  type AnyVariables,
  type Client,
  type CombinedError,
  createRequest,
  getOperationName,
  type OperationResult,
  type TypedDocumentNode,
  useMutation,
} from 'urql'
import { toast } from '../../ui/display/toasts'
import { attemptKey, endAttempt } from '../../ui/form/drafts/drafts'
import {
  hasCode,
  type Problem,
  requestProblems,
  type ShownProblem,
  shownProblems,
} from '../../ui/form/problems/problems'

/** What mutations of the page return in the field `result`. */
interface Answer {
  result: object | null
}

type Result<Data extends Answer> = NonNullable<Data['result']>

interface Sent<Data extends Answer> {
  /** Undefined if the request failed. */
  result: Result<Data> | undefined
  error: CombinedError | undefined
  /** Whether what is changed has another version than `expectedVersion`. */
  isConflict: boolean
  conflict?: Conflict
}

/** What is changed has another version than `expectedVersion`. */
interface Conflict {
  currentVersion: number
  /** The paths of the values that others have changed, joined by dots. Undefined if they are not known. */
  changed: readonly string[] | undefined
}

function conflictOf(error: CombinedError | undefined): Conflict | undefined {
  if (!hasCode(error, 'PRECONDITION_FAILED')) return undefined
  const [first] = error?.graphQLErrors ?? []
  const { currentVersion, changedFields } = (first?.extensions ?? {}) as {
    currentVersion: number
    changedFields?: readonly (readonly string[])[]
  }
  return { currentVersion, changed: changedFields?.map((path) => path.join('.')) }
}

type Execute<Data, Input> = (variables: { input: Input }) => PromiseLike<OperationResult<Data, { input: Input }>>

/** Sends a mutation with an idempotency key. If no answer arrives, the next attempt with the same input has the same key. */
async function sendOnce<Data extends Answer, Input extends object>(
  document: TypedDocumentNode<Data, { input: Input }>,
  input: Omit<Input, 'idempotencyKey'>,
  execute: Execute<Data, Input>,
): Promise<Sent<Data>> {
  const attempt = `${getOperationName(createRequest<unknown, AnyVariables>(document, {}).query)} ${JSON.stringify(input)}`
  const { data, error } = await execute({ input: { ...input, idempotencyKey: attemptKey(attempt) } as Input })
  const result = data?.result ?? undefined
  const conflict = conflictOf(error)
  const isConflict = conflict !== undefined
  if (result || isConflict) endAttempt(attempt)
  return { result: error ? undefined : result, error, isConflict, ...(conflict && { conflict }) }
}

/** A mutation that is sent as `sendOnce` does. */
export function useIdempotent<Data extends Answer, Input extends object>(
  document: TypedDocumentNode<Data, { input: Input }>,
) {
  const [{ fetching }, execute] = useMutation<Data, { input: Input }>(document)
  const send = (input: Omit<Input, 'idempotencyKey'>) => sendOnce(document, input, execute)
  return { fetching, send }
}

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

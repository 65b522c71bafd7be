import {
  type AnyVariables,
  type CombinedError,
  createRequest,
  getOperationName,
  type OperationResult,
  type TypedDocumentNode,
  useMutation,
} from 'urql'
import { hasCode } from '../form/problems'
import { attemptKey, endAttempt } from '../form/drafts'

/** What mutations of the page return in the field `result`. */
interface Answer {
  result: object | null
}

type Result<Data extends Answer> = NonNullable<Data['result']>

export interface Sent<Data extends Answer> {
  /** Undefined if the request failed. */
  result: Result<Data> | undefined
  error: CombinedError | undefined
  /** Whether what is changed has another version than `expectedVersion`. */
  isConflict: boolean
  conflict?: Conflict
}

/** What is changed has another version than `expectedVersion`. */
export interface Conflict {
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
export async function sendOnce<Data extends Answer, Input extends object>(
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

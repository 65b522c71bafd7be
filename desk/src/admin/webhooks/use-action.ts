import { type AnyVariables, type TypedDocumentNode, useMutation } from 'urql'
import { requestProblem, type ShownProblem } from '../../form/problems'

interface Answer {
  result: object | { problems: readonly { message: string }[] } | null
}

type Payload<Data extends Answer> = Exclude<NonNullable<Data['result']>, { problems: unknown }>

/** A mutation of an endpoint or of what belongs to it. It is not sent again by itself. */
export function useAction<Data extends Answer, Input extends object>(
  document: TypedDocumentNode<Data, { input: Input }>,
) {
  const [{ fetching }, execute] = useMutation<Data, AnyVariables>(document)

  /** Returns what the mutation returned, or the problems. */
  async function act(input: Input): Promise<{ payload?: Payload<Data>; problems: ShownProblem[] }> {
    const { data, error } = await execute({ input }, { isRetried: false })
    const result = data?.result
    if (error || !result) return { problems: [requestProblem(error)] }
    if (isRejected(result)) return { problems: result.problems.map(({ message }) => ({ input: '', message })) }
    return { payload: result as Payload<Data>, problems: [] }
  }
  return { fetching, act }
}

function isRejected(result: object): result is { problems: readonly { message: string }[] } {
  return 'problems' in result
}

import { useState } from 'react'
import { type AnyVariables, type TypedDocumentNode, useMutation } from 'urql'
import { tellingElsewhere } from '../../ui/display/opened-page'
import { textOf } from '../../ui/form/problems/problem-list'
import { requestProblem, type ShownProblem } from '../../ui/form/problems/problems'

interface ActionAnswer {
  result: object | { message: string } | null
}

type Payload<Data extends ActionAnswer> = Exclude<NonNullable<Data['result']>, { message: string }>

/** A mutation without an idempotency key. `isRetried`: it may be sent again, as it takes effect only once by itself. */
export function useAction<Data extends ActionAnswer, Input extends object>(
  document: TypedDocumentNode<Data, { input: Input }>,
  { isRetried = false } = {},
) {
  const [{ fetching }, execute] = useMutation<Data, AnyVariables>(document)
  const [problems, setProblems] = useState<readonly ShownProblem[]>([])

  /** Returns what the mutation returned. Undefined if it was rejected: then there are problems. */
  async function act(input: Input): Promise<Payload<Data> | undefined> {
    const tellElsewhere = tellingElsewhere()
    const { data, error } = await execute({ input }, { isRetried })
    const result = error ? undefined : data?.result
    const isRejected = result && 'message' in result
    if (result && !isRejected) {
      setProblems([])
      return result as Payload<Data>
    }
    const problem = isRejected ? { input: '', message: String(result.message) } : requestProblem(error)
    setProblems([problem])
    tellElsewhere(`What you did on the page before has failed. ${textOf([problem])}`)
    return undefined
  }
  return { fetching, problems, act }
}

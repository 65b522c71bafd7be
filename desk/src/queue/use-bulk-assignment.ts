import { useRef } from 'react'
import { useMutation } from 'urql'
import type { Target } from '../form/assignee-input'
import { graphql } from '../gql'
import type { AssignCasesMutation as Answer } from '../gql/graphql'
import { textOf } from '../form/problem-list'
import { requestProblem, shownProblem } from '../form/problems'
import type { SelectedCase } from './selection'

const AssignCasesMutation = graphql(`
  mutation AssignCases($inputs: [AssignCaseInput!]!) {
    results: assignCases(inputs: $inputs) {
      ... on AssignCasePayload {
        case {
          id
          version
        }
      }
      ... on AssignCaseError {
        problems {
          code
          message
          path
        }
      }
      ... on RejectedChange {
        errorCode
        message
      }
    }
  }
`)

export interface Assignment {
  of: SelectedCase
  /** Why the case was not assigned. Empty if it was. */
  problem: string
}

/** How many cases one request may change. */
const batchSize = 100

/** Assigns cases, each with its own result and idempotency key. An attempt without an answer is repeated with the same key. */
export function useBulkAssignment() {
  const [{ fetching }, execute] = useMutation(AssignCasesMutation)
  const keys = useRef(new Map<string, string>())

  async function assignBatch(cases: readonly SelectedCase[], target: Target): Promise<Assignment[]> {
    const inputs = cases.map(({ id, version }) => {
      const input = { caseInstanceId: id, expectedVersion: version, ...target }
      const text = JSON.stringify(input)
      const idempotencyKey = keys.current.get(text) ?? crypto.randomUUID()
      keys.current.set(text, idempotencyKey)
      return { ...input, idempotencyKey }
    })
    const { data, error } = await execute({ inputs })
    if (!data?.results) {
      const problem = textOf([requestProblem(error)])
      return cases.map((of) => ({ of, problem }))
    }
    keys.current.clear()
    const { results } = data
    return cases.map((of, index) => ({ of, problem: problemOf(results[index]) }))
  }

  async function assign(cases: readonly SelectedCase[], target: Target): Promise<Assignment[]> {
    const results: Assignment[] = []
    for (let start = 0; start < cases.length; start += batchSize) {
      results.push(...(await assignBatch(cases.slice(start, start + batchSize), target)))
    }
    return results
  }
  return { fetching, assign }
}

function problemOf(result: NonNullable<Answer['results']>[number] | undefined): string {
  if (!result) return textOf([requestProblem(undefined)])
  if ('case' in result) return ''
  if ('problems' in result) return textOf(result.problems.map(shownProblem))
  if (!('errorCode' in result)) return ''
  if (result.errorCode === 'PRECONDITION_FAILED') return 'Someone else has changed the case since you selected it.'
  return result.message
}

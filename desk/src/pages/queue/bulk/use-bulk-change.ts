import { useRef, useState } from 'react'
import { type TypedDocumentNode, useClient } from 'urql'
import { UnassignCaseMutation } from '../../../cases/change/mutations'
import { sendChange } from '../../../cases/change/use-change'
import type { Target } from '../../../cases/change/assignee-input'
import { inFormWords } from '../../../ui/form/inputs/case-data-inputs'
import { textOf } from '../../../ui/form/problems/problem-list'
import { type Problem, requestProblem, shownProblem } from '../../../ui/form/problems/problems'
import { randomKey } from '../../../ui/form/drafts/drafts'
import { TypeCategory } from '../../../ui/form/inputs/select-options'
import { graphql, unmask } from '../../../gql'
import type { AssignCaseInput, UpdateCaseInput } from '../../../gql/graphql'
import type { EnteredTexts, ValueName } from '../../../ui/words/case-values'
import { useViewer } from '../../../session/viewer'
import type { SelectedCase } from '../list/selection'

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

const UpdateCasesMutation = graphql(`
  mutation UpdateCases($inputs: [UpdateCaseInput!]!) {
    results: updateCases(inputs: $inputs) {
      ... on UpdateCasePayload {
        case {
          id
          version
        }
      }
      ... on UpdateCaseError {
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

/** What is done to all cases. Without a target, they are unassigned. */
export type BulkValues = { target: Target | null } | { addTags: string[] } | { removeTags: string[] } | EnteredTexts

export interface Changed {
  of: SelectedCase
  /** Why the case was not changed. Empty if it was. */
  problem: string
  /** Of the case after the change. Undefined if it was not changed. */
  version?: number | undefined
}

interface Result {
  case?: { version: number } | null
  problems?: readonly Problem[]
  errorCode?: string
  message?: string
}

interface BulkAnswer {
  results: readonly Result[] | null
}

const changedByOthers = 'Someone else has changed the case meanwhile.'

/** How many cases one request may change. */
const batchSize = 100

/** Changes cases in batches, each case with its own result and idempotency key. */
export function useBulkChange() {
  const client = useClient()
  const { typeCategories } = useViewer()
  const [done, setDone] = useState<number | null>(null)
  const keys = useRef(new Map<string, string>())
  const isStopped = useRef(false)

  const fieldsOf = ({ typeCode }: SelectedCase) =>
    unmask(TypeCategory, typeCategories).find((each) => each.caseTypeCode === typeCode)?.fields ?? []

  async function send<Input extends object>(
    document: TypedDocumentNode<BulkAnswer, { inputs: Input[] }>,
    cases: readonly SelectedCase[],
    inputOf: (of: SelectedCase) => Input,
  ): Promise<Changed[]> {
    // An attempt without an answer is repeated with the same key.
    const inputs = cases.map((of) => {
      const input = inputOf(of)
      const text = JSON.stringify(input)
      const idempotencyKey = keys.current.get(text) ?? randomKey()
      keys.current.set(text, idempotencyKey)
      return { ...input, idempotencyKey }
    })
    const { data, error } = await client.mutation(document, { inputs })
    const failed = textOf([requestProblem(error)])
    if (!data?.results) return cases.map((of) => ({ of, problem: failed }))
    keys.current.clear()
    const { results } = data
    return cases.map((of, index) => {
      const result = results[index] ?? {}
      return { of, problem: problemOf(result, fieldsOf(of)), version: result.case?.version }
    })
  }

  /** There is no bulk operation for it: it occurs only when something is undone. */
  async function unassign(of: SelectedCase): Promise<Changed> {
    const { saved, problems, isConflict } = await sendChange(client, UnassignCaseMutation, named(of))
    return { of, problem: isConflict ? changedByOthers : textOf(problems), version: saved?.version }
  }

  async function changeBatch(cases: readonly SelectedCase[], values: BulkValues): Promise<Changed[]> {
    if ('target' in values) {
      const { target } = values
      if (target) return send<AssignCaseInput>(AssignCasesMutation, cases, (of) => ({ ...named(of), ...target }))
      const results: Changed[] = []
      for (const of of cases) results.push(await unassign(of))
      return results
    }
    return send<UpdateCaseInput>(UpdateCasesMutation, cases, (of) => {
      const { typeCode, categoryCode } = of
      return { ...named(of), typeCode, categoryCode, ...(values as Partial<UpdateCaseInput>) }
    })
  }

  /** Returns a result for each case of the batches that were sent. */
  async function change(cases: readonly SelectedCase[], values: BulkValues): Promise<Changed[]> {
    isStopped.current = false
    const results: Changed[] = []
    for (let start = 0; start < cases.length && !isStopped.current; start += batchSize) {
      setDone(start)
      results.push(...(await changeBatch(cases.slice(start, start + batchSize), values)))
    }
    setDone(null)
    return results
  }
  /** Restores the values of the cases that were changed, except of those that others have changed since. */
  async function undo(changed: readonly Changed[], values: BulkValues): Promise<Changed[]> {
    const cases = changed.flatMap(({ of, version }) => (version === undefined ? [] : [{ ...of, version }]))
    const byFormer = Map.groupBy(cases, (of) => JSON.stringify(formerOf(of, values)))
    const results: Changed[] = []
    for (const [former, those] of byFormer) results.push(...(await change(those, JSON.parse(former) as BulkValues)))
    return results
  }
  /** `done` is the number of cases that have been changed so far. Null if none are being changed. `stop` starts no further batch. */
  return { done, change, undo, stop: () => void (isStopped.current = true) }
}

function named({ id, version }: SelectedCase) {
  return { caseInstanceId: id, expectedVersion: version }
}

/** The values that a case had when it was selected. */
function formerOf({ target, values, tags }: SelectedCase, change: BulkValues): BulkValues {
  if ('target' in change) return { target }
  if ('addTags' in change) return { removeTags: change.addTags.filter((code) => !tags.includes(code)) }
  if ('removeTags' in change) return { addTags: change.removeTags.filter((code) => tags.includes(code)) }
  return Object.fromEntries(Object.keys(change).map((name) => [name, values[name as ValueName]]))
}

function problemOf(result: Result, fields: Parameters<typeof inFormWords>[1]): string {
  const { errorCode, message = '', problems } = result
  if (errorCode !== undefined) return errorCode === 'PRECONDITION_FAILED' ? changedByOthers : message
  if (problems) return textOf(inFormWords(problems.map(shownProblem), fields))
  return 'case' in result ? '' : textOf([requestProblem(undefined)])
}

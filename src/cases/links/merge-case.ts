import type { RequestContext } from '../../context.ts'
import { parseCaseId } from '../case-facts.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import { changeCase, type ChangeInput, invalidCaseId } from '../change/change-case.ts'
import type { ChangeResult } from '../change/case-answer.ts'
import { changeableOf, changeOfLinks, loadLinkFacts } from './link-facts.ts'
import { decideMerge, decideUnmerge } from './merge-case.rules.ts'

export interface UnmergeCaseInput extends ChangeInput {
  status?: string | null | undefined
}

export interface MergeCaseInput extends UnmergeCaseInput {
  intoCaseId: string
}

/**
 * Merges a case into another one. The case is closed, and later comments of its party go to the other case.
 * Login: operator.
 */
export function mergeCase(
  context: RequestContext,
  input: MergeCaseInput,
): Promise<ChangeResult<ErrorCodeOf<'mergeCase'>>> {
  const { intoCaseId, status } = input
  const intoId = parseCaseId(intoCaseId)
  return changeCase(context, input, {
    name: 'mergeCase',
    requested: { intoCaseId, status },
    ...changeOfLinks(intoId),
    allowsMerged: true,
    decide: (facts, catalogue) => decideMerge(facts, changeableOf(facts, intoId, catalogue), status, catalogue),
  })
}

/** Reverses the merge of a case. Comments stay where they were written. Login: operator. */
export function unmergeCase(
  context: RequestContext,
  input: UnmergeCaseInput,
): Promise<ChangeResult<ErrorCodeOf<'unmergeCase'>>> {
  const { status } = input
  return changeCase(context, input, {
    name: 'unmergeCase',
    requested: { status },
    load: (db, key) => loadLinkFacts(db, { ...key, otherId: null, parentId: null }),
    forOperators: true,
    allowsMerged: true,
    decide(facts, catalogue) {
      const intoId = facts.case.mergedIntoId
      const isArchived = intoId === null || !facts.involved.has(intoId)
      if (!isArchived && !changeableOf(facts, intoId, catalogue)) return { problems: [invalidCaseId] }
      return decideUnmerge(facts, status, catalogue)
    },
  })
}

import type { Problem } from '../../errors/problems.ts'
import type { StoredLinkKind } from '../case.entity.ts'
import type { ModifiableFacts } from '../case-facts.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import type { Decision } from '../change/change-case.ts'
import type { LinkEdit } from '../change/change-together.ts'
import type { CaseWithLinks, LinkFacts } from './link-facts.ts'
import { oppositeKinds, toChange, withLink } from './links.rules.ts'
import { maximumAncestors, maximumLinks, shownLinks, type StoredLinks } from './stored-links.rules.ts'

type Facts = ModifiableFacts<LinkFacts>
type LinkProblem = Problem<ErrorCodeOf<'linkCases'>>

/** Links the case to another one, or changes the kind of their link. `other` is undefined if the caller may not change that case. */
export function decideLink(
  facts: Facts,
  other: CaseWithLinks | undefined,
  kind: StoredLinkKind,
): Decision<ErrorCodeOf<'linkCases'>> {
  const own = facts.involved.get(facts.case.id)!
  if (!other) return { problems: [invalidOther] }
  if (other === own) return { problems: [sameCase('otherCaseId must be the ID of another case.')] }
  const [parent, child] = kind === 'PARENT' ? [other, own] : [own, other]
  const isHierarchy = kind !== 'RELATED'
  if (isHierarchy && facts.ancestors.some(({ id }) => id === child.case.id)) {
    return { problems: [sameCase(`Case ${child.case.id} is already an ancestor of case ${parent.case.id}.`)] }
  }
  const formerId = isHierarchy ? parentOf(child.stored, parent.case.id) : undefined
  const isHidden = formerId !== undefined && isMergeOf(child.stored, formerId)
  const createdAt = facts.now.toISOString()
  const added = withLink(own.stored, other.case.id, { kind, createdAt })
  const mirrored = withLink(other.stored, own.case.id, { kind: oppositeKinds[kind], createdAt })
  const problem =
    tooManyOf(added, 'caseInstanceId') ??
    tooManyOf(mirrored, 'otherCaseId') ??
    (formerId !== undefined && !isHidden ? secondParent(child.case.id, formerId) : undefined) ??
    (facts.ancestors.length >= maximumAncestors ? tooDeep : undefined)
  if (problem) return { problems: [problem] }
  return toChange(facts, {
    kind: 'LINKED',
    values: facts.case,
    after: new Map([
      [own.case.id, added],
      [other.case.id, mirrored],
    ]),
    guards: facts.ancestors.filter(({ id }) => id !== parent.case.id),
    edits: isHidden ? removedPair(child.case.id, formerId) : [],
  })
}

/** Removes the link between the cases. Changes nothing if there is none. */
export function decideUnlink(facts: Facts, other: CaseWithLinks | undefined): Decision<ErrorCodeOf<'unlinkCases'>> {
  const own = facts.involved.get(facts.case.id)!
  if (!other) return { problems: [invalidOther] }
  return toChange(facts, {
    kind: 'UNLINKED',
    values: facts.case,
    after: new Map([
      [own.case.id, withLink(own.stored, other.case.id, null)],
      [other.case.id, withLink(other.stored, own.case.id, null)],
    ]),
  })
}

/** The parent of a case, unless it is the given one. */
function parentOf({ links }: StoredLinks, otherThan: number): number | undefined {
  return links.find(({ otherId, kind }) => kind === 'PARENT' && otherId !== otherThan)?.otherId
}

/** Whether the other case was merged into this one, which hides their link. A hidden parent can be replaced. */
function isMergeOf({ duplicates }: StoredLinks, id: number): boolean {
  return duplicates.some(({ otherId }) => otherId === id)
}

function removedPair(a: number, b: number): LinkEdit[] {
  return [
    { caseId: a, otherId: b, kind: null },
    { caseId: b, otherId: a, kind: null },
  ]
}

/** One problem for both causes: callers must not learn whether a case exists that they may not change. */
const invalidOther = {
  code: 'invalidId' as const,
  message: 'otherCaseId must be the ID of a case that the caller may change and that was not merged into another one.',
  path: ['otherCaseId'],
}

function sameCase(message: string): LinkProblem {
  return { code: 'sameCase', message, path: ['otherCaseId'] }
}

function tooMany(message: string, field: string): LinkProblem {
  return { code: 'tooManyLinks', message, path: [field] }
}

function tooManyOf(stored: StoredLinks, field: string): LinkProblem | undefined {
  return shownLinks(stored).length > maximumLinks
    ? tooMany(`A case has at most ${maximumLinks} links, and the case in ${field} would have more.`, field)
    : undefined
}

const secondParent = (childId: number, parentId: number) =>
  tooMany(`A case has at most one parent, and case ${childId} already has the parent ${parentId}.`, 'kind')

const tooDeep = tooMany(`A case has at most ${maximumAncestors} ancestors.`, 'otherCaseId')

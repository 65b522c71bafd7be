import { defaultName, followingStatuses, isClosed } from '../../catalogue/available.rules.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Problem } from '../../errors/problems.ts'
import type { ModifiableFacts } from '../case-facts.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import type { Decision } from '../change/change-case.ts'
import { checkName } from '../update/update-case.rules.ts'
import type { CaseWithLinks, LinkFacts } from './link-facts.ts'
import { toChange } from './links.rules.ts'
import { maximumLinks, shownLinks, type StoredLinks } from './stored-links.rules.ts'

type Facts = ModifiableFacts<LinkFacts>
type MergeProblem = Problem<ErrorCodeOf<'mergeCase'>>

/** Merges the case, and the cases that were merged into it, into another one. `into` is undefined if the caller may not change that case. */
export function decideMerge(
  facts: Facts,
  into: CaseWithLinks | undefined,
  sent: string | null | undefined,
  catalogue: Catalogue,
): Decision<ErrorCodeOf<'mergeCase'>> {
  const { case: current, involved } = facts
  if (!into) return { problems: [invalidInto] }
  if (into.case.id === current.id) return problemOf('sameCase', 'intoCaseId must be the ID of another case.')
  const alreadyMerged = mergedProblem(current, 'caseInstanceId') ?? mergedProblem(into.case, 'intoCaseId')
  if (alreadyMerged) return { problems: [alreadyMerged] }
  if (current.partyId !== null && current.partyId !== into.case.partyId) {
    return problemOf('differentParty', 'A case that has a party can only be merged into a case of the same party.')
  }
  const mergedAt = facts.now.toISOString()
  const merged = [...involved.values()].filter(({ case: { id } }) => id !== into.case.id)
  const after = new Map(
    merged.map(({ case: { id }, stored }): [number, StoredLinks] => [
      id,
      {
        ...stored,
        duplicates: [],
        merge: { mergedIntoId: into.case.id, directId: stored.merge?.directId ?? into.case.id, mergedAt },
      },
    ]),
  )
  const added = merged.map(({ case: { id } }) => ({ otherId: id, mergedAt }))
  const linksOfInto = { ...into.stored, duplicates: [...into.stored.duplicates, ...added] }
  if (shownLinks(linksOfInto).length > maximumLinks) {
    const message = `A case has at most ${maximumLinks} links, and case ${into.case.id} would have more.`
    return problemOf('tooManyLinks', message)
  }
  const status = closingStatus(current.status, sent, catalogue)
  if ('problems' in status) return status
  after.set(into.case.id, linksOfInto)
  return toChange(facts, { kind: 'MERGED', values: { ...current, status: status.name }, after })
}

/** Reverses the merge of the case. Cases that were merged into it before are merged into it again. */
export function decideUnmerge(
  facts: Facts,
  sent: string | null | undefined,
  catalogue: Catalogue,
): Decision<ErrorCodeOf<'unmergeCase'>> {
  const { case: current, involved } = facts
  const intoId = current.mergedIntoId
  if (intoId === null) {
    return {
      problems: [{ code: 'notMerged', message: 'The case is not merged into another one.', path: ['caseInstanceId'] }],
    }
  }
  const into = involved.get(intoId)
  const status = sent ?? defaultName(catalogue.statuses)
  // Transitions are not checked, because the default status often may not follow a closed one.
  const problems = checkName('status', 'status', current.status, status ?? '', followingStatuses(null, catalogue))
  if (status === undefined || problems.length > 0) return { problems }
  const mergedAt = facts.now.toISOString()
  const restored = [...involved.values()].filter(({ case: { id } }) => id !== intoId && id !== current.id)
  const after = new Map<number, StoredLinks>(
    restored.map(({ case: { id }, stored }) => [
      id,
      { ...stored, merge: { mergedIntoId: current.id, directId: stored.merge!.directId, mergedAt } },
    ]),
  )
  const duplicates = restored.map(({ case: { id } }) => ({ otherId: id, mergedAt }))
  after.set(current.id, { ...involved.get(current.id)!.stored, merge: null, duplicates })
  if (into) {
    const left = into.stored.duplicates.filter(({ otherId }) => !after.has(otherId))
    after.set(intoId, { ...into.stored, duplicates: left })
  }
  return toChange(facts, { kind: 'UNMERGED', values: { ...current, status }, after })
}

/** The status that was sent, or by default that of a closed case, or else the first permitted one by name that counts as closed. */
function closingStatus(
  current: string,
  sent: string | null | undefined,
  catalogue: Catalogue,
): { name: string } | { problems: Problem<'InvalidName'>[] } {
  const closing = followingStatuses(current, catalogue).filter(({ closed }) => closed)
  const own = isClosed(current, catalogue) ? current : undefined
  const name = sent ?? own ?? closing[0]?.name
  const allowed = new Set([...(own === undefined ? [] : [own]), ...closing.map((each) => each.name)])
  if (name !== undefined && allowed.has(name)) return { name }
  const message =
    allowed.size === 0
      ? `After ${current}, no status that counts as closed is allowed.`
      : `After ${current}, status must be one that counts as closed: ${[...allowed].join(', ')}.`
  return { problems: [{ code: 'InvalidName', message, path: ['status'] }] }
}

const invalidInto: MergeProblem = {
  code: 'invalidId',
  message: 'intoCaseId must be the ID of a case that the caller may change.',
  path: ['intoCaseId'],
}

function mergedProblem(
  { id, mergedIntoId }: { id: number; mergedIntoId: number | null },
  field: string,
): MergeProblem | undefined {
  if (mergedIntoId === null) return undefined
  return { code: 'alreadyMerged', message: `Case ${id} was already merged into another one.`, path: [field] }
}

function problemOf(code: MergeProblem['code'], message: string): { problems: MergeProblem[] } {
  return { problems: [{ code, message, path: ['intoCaseId'] }] }
}

import { requireCredentials } from '../../viewer/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { RequestContext } from '../../context.ts'
import { invalidInput } from '../../errors/request-error.ts'
import { type StoredLinkKind, storedLinkKinds } from '../case.entity.ts'
import type { CaseLinkKind } from '../link-kinds.ts'
import { type ModifiableFacts, parseCaseId } from '../case-facts.ts'
import type { ErrorCodeOf } from '../case.errors.ts'
import { changeCase, type ChangeInput } from '../change/change-case.ts'
import type { ChangeResult } from '../change/case-answer.ts'
import { decideLink, decideUnlink } from './link-cases.rules.ts'
import { changeableOf, changeOfLinks, type LinkFacts } from './link-facts.ts'

export interface UnlinkCasesInput extends ChangeInput {
  otherCaseId: string
}

export interface LinkCasesInput extends UnlinkCasesInput {
  /** How the other case relates to the case. */
  kind: CaseLinkKind
}

/** Links two cases, or replaces the kind of their link. Login: operator. */
export async function linkCases(
  context: RequestContext,
  input: LinkCasesInput,
): Promise<ChangeResult<ErrorCodeOf<'linkCases'>>> {
  // Missing credentials are reported before the input is, as over REST.
  requireCredentials(context)
  const kind = requireStoredKind(input.kind)
  const otherId = parseCaseId(input.otherCaseId)
  return changeCase(context, input, {
    name: 'linkCases',
    requested: { otherCaseId: input.otherCaseId, kind },
    ...changeOfLinks(otherId, parentOf(kind, parseCaseId(input.caseInstanceId), otherId)),
    decide: (facts, catalogue) => decideLink(facts, otherOf(facts, otherId, catalogue), kind),
  })
}

/** Removes the link between two cases. Succeeds and writes nothing if there is none. Login: operator. */
export function unlinkCases(
  context: RequestContext,
  input: UnlinkCasesInput,
): Promise<ChangeResult<ErrorCodeOf<'unlinkCases'>>> {
  const otherId = parseCaseId(input.otherCaseId)
  return changeCase(context, input, {
    name: 'unlinkCases',
    requested: { otherCaseId: input.otherCaseId },
    ...changeOfLinks(otherId),
    decide: (facts, catalogue) => decideUnlink(facts, otherOf(facts, otherId, catalogue)),
  })
}

/** The other case. Undefined if the caller may not change it, or if it was merged. */
function otherOf(facts: ModifiableFacts<LinkFacts>, otherId: number | null, catalogue: Catalogue) {
  const other = changeableOf(facts, otherId, catalogue)
  return other?.case.mergedIntoId === null ? other : undefined
}

/** Throws BAD_USER_INPUT for the kinds that only merges set. */
function requireStoredKind(kind: CaseLinkKind): StoredLinkKind {
  const stored = storedLinkKinds.find((each) => each === kind)
  if (stored) return stored
  throw invalidInput([{ message: `kind must be one of: ${storedLinkKinds.join(', ')}.`, path: ['kind'] }])
}

/** The case that would become a parent. Null for related cases. */
function parentOf(kind: StoredLinkKind, caseId: number | null, otherId: number | null): number | null {
  return kind === 'RELATED' ? null : kind === 'PARENT' ? otherId : caseId
}

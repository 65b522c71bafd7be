import { followingStatuses, isClosed } from '../../catalogue/available.rules.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { LoginKind } from '../../login-kinds.ts'
import { keepCaseData } from './case-data.rules.ts'
import type { SettableValues } from './case-values.ts'

interface AddedComments {
  login: LoginKind
  comments: readonly { internal?: boolean | null | undefined }[]
}

/**
 * The values of a case after the comments: a public one of a party moves it to the status that its status names for this. The status
 * stays if the other one is not active or may not follow, or if the case lacks a field that it needs to be closed.
 */
export function afterPartyComment<Values extends SettableValues>(
  values: Values,
  { login, comments }: AddedComments,
  catalogue: Catalogue,
): Values {
  const next = catalogue.statuses.get(values.status)?.afterPartyComment
  if (next == null || login !== 'PARTY' || comments.every(({ internal }) => internal)) return values
  const mayFollow = followingStatuses(values.status, catalogue).some(({ name }) => name === next)
  return mayFollow && hasNeeded(values, next, catalogue) ? { ...values, status: next } : values
}

function hasNeeded({ typeCode, caseData }: SettableValues, status: string, catalogue: Catalogue): boolean {
  const fields = catalogue.types.get(typeCode)?.fields ?? []
  return keepCaseData(fields, caseData, isClosed(status, catalogue), true).problems.length === 0
}

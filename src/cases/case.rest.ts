import { fieldSelection } from '../catalogue/catalogue.rest.ts'
import { type CaseValueName, caseValueNames, caseValues } from './values/case-values.ts'
import type { Owner } from '../rest/page-route.ts'
import { requireFound } from '../rest/read-route.ts'
import { pathParameter, type RestRequest, type RestResult } from '../rest/route.ts'
import { caseTag, type TaggedCase } from './case-tag.rest.ts'

export const permissionsSelection = `
permissions {
  update { allowed reason message }
  assign { allowed reason message }
  comment { allowed reason message }
}`

const selectionOf = (name: CaseValueName) => (caseValues[name].list ? `${name} { code label active }` : name)

/** What is the same for every operator who may see the case. */
export const caseStateSelection = `
id version ${caseValueNames.map(selectionOf).join(' ')} customerWaitingSince dueAt createdAt updatedAt caseData
deadlines { goal state minutes dueAt endedAt }
caseType { code name active }
category { code name active system }
caseStatus { name active closed default settableBy }
party { id login firstname email }
assignee { id login firstname email }
group { id name }`

export const caseSelection = `${caseStateSelection}
${permissionsSelection}`

export const completeCaseSelection = `${caseSelection}
fields { ${fieldSelection} value }`

/** The ID of a case is a number in REST. Changes the case of the result instead of copying it: lists have many. */
export function withNumericId<Case extends { id: string }>(data: Case): Omit<Case, 'id'> & { id: number } {
  return Object.assign(data, { id: Number(data.id) })
}

/** The comment's ID in the path, or none if it is not a comment of the case in the path. */
export function commentIdOf(request: RestRequest): string {
  const commentId = pathParameter(request, 'commentId')
  const caseInstanceId = pathParameter(request, 'caseInstanceId')
  return commentId.startsWith(`comment:${caseInstanceId}:`) ? commentId : ''
}

/** What a query for a case returned. Throws a RouteError with status 404 if it is missing or the caller may not see it. */
export function requireCase<Case extends object>(result: RestResult): Case {
  return requireFound(result, 'case', 'case')
}

/** Lists that belong to the case in the path. */
export const ofCase: Owner = {
  field: 'case',
  parameter: 'caseInstanceId',
  selection: 'id version',
  idOf: (request) => pathParameter(request, 'caseInstanceId'),
  noun: 'case',
  tagOf: (found) => caseTag(found as TaggedCase),
}

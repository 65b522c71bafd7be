import { fieldSelection } from '../catalogue/catalogue.rest.ts'
import { type CaseValueName, caseValueNames, caseValues } from './values/case-values.ts'
import type { Owner } from '../rest/page-route.ts'
import { readRoute, requireFound } from '../rest/read-route.ts'
import { sendBody } from '../rest/tagged-response.ts'
import { pascal, pathParameter, type RestRequest, type RestResult, type Route } from '../rest/route.ts'
import { hash } from 'node:crypto'
import { requestFields } from '../rest/request-fields.ts'
import { noStrongTag, representationPattern, strongTags } from '../rest/entity-tags.ts'

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

type PartOfCase<Part> = Pick<
  Parameters<typeof readRoute>[0],
  'operation' | 'path' | 'summary' | 'description' | 'types'
> & {
  selection: string
  /** The body, if it is not what was selected. */
  toBody?(part: Part): object
}

/** A route that reads a part of the case in the path. */
export function partOfCaseRoute<Part extends object>({ selection, toBody, ...route }: PartOfCase<Part>): Route {
  return readRoute({
    ...route,
    document: `
query ${pascal(route.operation)}($caseId: ID!) {
  case(id: $caseId) { tagId: id tagVersion: version ${selection} }
}`,
    inline: true,
    toVariables: (request) => ({ caseId: pathParameter(request, 'caseInstanceId') }),
    send(reply, result) {
      const {
        tagId: id,
        tagVersion: version,
        ...part
      } = requireCase<Part & { tagId: string; tagVersion: number }>(result)
      return sendBody(reply, toBody?.(part as unknown as Part) ?? part, caseTag({ id, version }))
    },
  })
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

export interface TaggedCase {
  id: string
  version: number
}

/**
 * The opaque part of a strong tag that identifies a version of a case. The second part belongs to the case, so that tags
 * of other cases do not match. Tags of representations continue with a dot and the hash of the body. Of these, only the
 * form is compared, because the service does not keep what it has sent.
 */
export function caseTag({ id, version }: TaggedCase): string {
  return `${version}.${hash('sha256', `case ${id} ${version}`, 'base64url').slice(0, 8)}`
}

/** What If-Match requires: a version of the case, or what no version fulfils, with the reason. */
export type IfMatch = { version: number } | { unmatchable: string }

const noTagOfCase = 'If-Match contains no tag of this case. Nothing was written.'

/** Undefined if every version is accepted. Throws BAD_USER_INPUT if the syntax is wrong. */
export function readIfMatch(header: string | undefined, caseId: string): IfMatch | undefined {
  const tags = strongTags(header)
  if (!tags) return undefined
  if (tags.length === 0) return { unmatchable: noStrongTag('version of the case') }
  const versions = tags.flatMap((opaque) => versionOf(opaque, caseId) ?? [])
  // Versions ascend: of the tags that a client has received, only the latest can be current.
  return versions.length > 0 ? { version: Math.max(...versions) } : { unmatchable: noTagOfCase }
}

/** The version, the part that belongs to the case, and the representation. */
const opaqueTag = new RegExp(String.raw`^([1-9]\d{0,8})(?:(\.[\w-]{8})(?:${representationPattern})?)?$`)

/** The version in a tag of the case: the version alone, or with what `caseTag` adds, alone or with a representation. */
function versionOf(opaque: string, caseId: string): number | undefined {
  const [, digits, ofCase] = opaqueTag.exec(opaque) ?? []
  if (digits === undefined) return undefined
  const version = Number(digits)
  const isOfCase = ofCase === undefined || digits + ofCase === caseTag({ id: caseId, version })
  return isOfCase ? version : undefined
}

/** No case has this version. */
const noVersion = 0

/** The input fields of every change of an existing case: `If-Match`, and those of every request that can be sent twice. */
export function changeFields(request: RestRequest) {
  const ifMatch = readIfMatch(request.headers['if-match'], pathParameter(request, 'caseInstanceId'))
  const expectedVersion = ifMatch && ('version' in ifMatch ? ifMatch.version : noVersion)
  return { expectedVersion, ...requestFields(request) }
}

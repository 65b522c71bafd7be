import type { Member } from '../../rest/mutation-route.ts'
import { pathParameter } from '../../rest/route.ts'
import { readRoute } from '../../rest/read-route.ts'
import { sendBody } from '../../rest/tagged-response.ts'
import { caseTag } from '../case.rest.ts'
import { requireCase, withNumericId } from '../case.rest.ts'
import { changeRoute } from '../change/change-route.rest.ts'
import { text } from '../values/case-body.rest.ts'

const path = '/api/v4/cases/:caseInstanceId/links'
const ofOther = `${path}/:otherCaseId`

const linkSelection = `
links {
  kind createdAt
  case { id version subject categoryCode typeCode status resolution priority createdAt updatedAt }
}`

interface Linked {
  tagId: string
  tagVersion: number
  links: { case: { id: string } | null }[]
}

const withNumericIds = (links: Linked['links']) =>
  links.map((link) => ({ ...link, case: link.case && withNumericId(link.case) }))

export const linksRoute = readRoute({
  operation: 'caseLinks',
  path,
  summary: 'List the links of a case',
  description:
    'Returns the links to other cases, oldest first. `case` is null if the caller may not see the other case. Empty for a party. ' +
    'Login: operator or party.',
  document: `
query CaseLinks($caseId: ID!) {
  case(id: $caseId) { tagId: id tagVersion: version ${linkSelection} }
}`,
  inline: true,
  types: { Case: { name: 'CaseLinks' }, 'CaseLink.case': { name: 'LinkedCase' } },
  toVariables: (request) => ({ caseId: pathParameter(request, 'caseInstanceId') }),
  send(reply, result) {
    const { links, tagId: id, tagVersion: version } = requireCase<Linked>(result)
    return sendBody(reply, { links: withNumericIds(links) }, caseTag({ id, version }))
  },
})

/** Has no `read` function, because REST accepts IDs as numbers and as strings. */
const caseId: Member = { schema: { oneOf: [{ type: 'integer' }, { type: 'string' }] }, required: true }

export const linkCasesRoute = changeRoute({
  operation: 'linkCases',
  method: 'PUT',
  path: ofOther,
  summary: 'Link a case to another one',
  status: 200,
  body: { kind: {} },
})

export const unlinkCasesRoute = changeRoute({
  operation: 'unlinkCases',
  method: 'DELETE',
  path: ofOther,
  summary: 'Remove the link to another case',
  status: 204,
})

export const mergeCaseRoute = changeRoute({
  operation: 'mergeCase',
  method: 'POST',
  path: '/api/v4/cases/:caseInstanceId/merge',
  summary: 'Merge a case into another one',
  body: { intoCaseId: caseId, status: text },
})

export const unmergeCaseRoute = changeRoute({
  operation: 'unmergeCase',
  method: 'POST',
  path: '/api/v4/cases/:caseInstanceId/unmerge',
  summary: 'Reverse the merge of a case',
  optionalBody: true,
  body: { status: text },
})

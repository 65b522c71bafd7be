import type { Member } from '../../rest/mutation-route.ts'
import { partOfCaseRoute, withNumericId } from '../case.rest.ts'
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
  links: { case: { id: string } | null }[]
}

export const linksRoute = partOfCaseRoute<Linked>({
  operation: 'caseLinks',
  path,
  summary: 'List the links of a case',
  description:
    'Returns the links to other cases, oldest first. `case` is null if the caller may not see the other case. Empty for a party. ' +
    'Login: operator or party.',
  selection: linkSelection,
  types: { Case: { name: 'CaseLinks' }, 'CaseLink.case': { name: 'LinkedCase' } },
  toBody: ({ links }) => ({ links: links.map((link) => ({ ...link, case: link.case && withNumericId(link.case) })) }),
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

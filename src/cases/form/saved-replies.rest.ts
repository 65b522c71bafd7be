import { readRoute } from '../../rest/read-route.ts'
import { pathParameter } from '../../rest/route.ts'
import { sendBody } from '../../rest/tagged-response.ts'
import { caseTag } from '../case.rest.ts'
import { requireCase } from '../case.rest.ts'

interface CaseWithReplies {
  tagId: string
  tagVersion: number
  savedReplies: readonly object[]
}

export const savedRepliesRoute = readRoute({
  operation: 'savedReplies',
  path: '/api/v4/cases/:caseInstanceId/replies',
  summary: 'List the saved replies for a case',
  description:
    'Returns the default answer of the type category of the case, and the active saved replies that are offered for it, by label and code, ' +
    'with the values of the case in place of their placeholders. Empty unless the caller is an operator who may add comments to the case. Login: ' +
    'operator or party.',
  document: `
query SavedReplies($caseId: ID!) {
  case(id: $caseId) { tagId: id tagVersion: version savedReplies { code label text } }
}`,
  inline: true,
  types: { Case: { name: 'CaseReplies' } },
  toVariables: (request) => ({ caseId: pathParameter(request, 'caseInstanceId') }),
  send(reply, result) {
    const { savedReplies, tagId: id, tagVersion: version } = requireCase<CaseWithReplies>(result)
    return sendBody(reply, { savedReplies }, caseTag({ id, version }))
  },
})

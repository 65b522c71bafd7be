import { partOfCaseRoute } from '../case.rest.ts'

export const savedRepliesRoute = partOfCaseRoute({
  operation: 'savedReplies',
  path: '/api/v4/cases/:caseInstanceId/replies',
  summary: 'List the saved replies for a case',
  description:
    'Returns the default answer of the type category of the case, and the active saved replies that are offered for it, by label and code, ' +
    'with the values of the case in place of their placeholders. Empty unless the caller is an operator who may add comments to the case. Login: ' +
    'operator or party.',
  selection: 'savedReplies { code label text }',
  types: { Case: { name: 'CaseReplies' } },
})

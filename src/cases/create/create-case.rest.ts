import { requireCreatorLogin } from '../../viewer/login.errors.ts'
import { caseMembers, text } from '../values/case-body.rest.ts'
import { changeRoute } from '../change/change-route.rest.ts'

interface Created {
  /** Callers who may read a case may also add comments to it. */
  case: { id: string; mayRead: { comment: { allowed: boolean } } }
}

export const createCaseRoute = changeRoute<Created>({
  operation: 'createCase',
  method: 'POST',
  path: '/api/v4/cases',
  requireLogin: requireCreatorLogin,
  summary: 'Create a case',
  moreOfCase: 'mayRead: permissions { comment { allowed } }',
  location: ({ case: { id, mayRead } }) => (mayRead.comment.allowed ? `/api/v4/cases/${id}` : undefined),
  types: {
    Case: {
      name: 'CreatedCase',
      members: {
        id: {
          type: 'integer',
          format: 'int64',
          description: 'The ID of the case, as used in paths. 0 in a dry run.',
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
        },
      },
    },
  },
  body: { ...caseMembers('create'), partyEmail: text, partyFirstname: text },
})

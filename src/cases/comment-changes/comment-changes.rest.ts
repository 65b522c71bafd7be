import { pathParameter } from '../../rest/route.ts'
import { type TaggedCase, caseTag } from '../case.rest.ts'
import { pageRoute } from '../../rest/page-route.ts'
import { notFound, readRoute } from '../../rest/read-route.ts'
import { sendBody } from '../../rest/tagged-response.ts'
import { requiredComments, requiredText } from '../values/case-body.rest.ts'
import { commentIdOf, ofCase } from '../case.rest.ts'
import { changeRoute } from '../change/change-route.rest.ts'

const commentSelection = `id text internal author { id login firstname email } touchpoint createdAt editedAt
  attachments { id name size mediaType sha256 createdAt contentPath }`

const path = '/api/v4/cases/:caseInstanceId/comments'
const ofComment = `${path}/:commentId`

export const commentsRoute = pageRoute({
  operation: 'caseComments',
  path,
  owner: ofCase,
  summary: 'List the comments of a case',
  field: 'comments',
  nodes: commentSelection,
})

interface Added {
  case: { id: string }
  comments: { id: string }[]
}

export const addCommentsRoute = changeRoute<Added>({
  operation: 'addComments',
  method: 'POST',
  path,
  summary: 'Add comments to a case',
  body: { comments: requiredComments },
  more: `comments { ${commentSelection} }`,
  location({ case: { id }, comments: [comment, ...others] }) {
    return comment && others.length === 0 ? `/api/v4/cases/${id}/comments/${comment.id}` : undefined
  },
})

export const readCommentRoute = readRoute({
  operation: 'readComment',
  path: ofComment,
  summary: 'Read a comment',
  description: 'Returns a comment. It can be accessed like its case. Login: operator or party.',
  // The case is for the tag. Both fields share a statement.
  document: `
query Comment($commentId: ID!, $caseId: ID!) {
  comment: node(id: $commentId) {
    ... on CaseComment { ${commentSelection} }
  }
  case(id: $caseId) { id version }
}`,
  toVariables: (request) => ({ commentId: commentIdOf(request), caseId: pathParameter(request, 'caseInstanceId') }),
  send(reply, { data }) {
    const { comment, case: found } = data as { comment: object | null; case: TaggedCase | null }
    if (!comment || !found) throw notFound('comment')
    return sendBody(reply, { comment }, caseTag(found))
  },
})

export const editCommentRoute = changeRoute({
  operation: 'editComment',
  method: 'PATCH',
  path: ofComment,
  summary: 'Replace the text of a comment',
  body: { text: requiredText },
  more: `comment { ${commentSelection} }`,
})

export const removeCommentRoute = changeRoute({
  operation: 'removeComment',
  method: 'DELETE',
  path: ofComment,
  summary: 'Remove a comment',
  more: 'commentId',
})

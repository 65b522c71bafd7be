import type { CommentInput } from '../gql/graphql'

/** The comment that is added with a text and files. None if there is neither. */
export function newComments(text: string, attachmentIds: string[]): CommentInput[] {
  if (text === '' && attachmentIds.length === 0) return []
  return [{ text, ...(attachmentIds.length > 0 && { attachmentIds }) }]
}

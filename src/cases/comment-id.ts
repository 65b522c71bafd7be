import { parseNodeId } from '../graphql/node.ts'

/** The case, the version that added the comment, and its position in it. Undefined if the text is not a comment's ID. */
export function parseCommentId(id: string): { caseId: number; version: number; position: number } | undefined {
  const { kind, key } = parseNodeId(id) ?? { kind: '', key: [] }
  const [caseId, version, position] = key
  if (kind !== 'comment' || key.length !== 3 || !caseId || !version || !position) return undefined
  return version < 2 ** 31 && position < 2 ** 15 ? { caseId, version, position } : undefined
}

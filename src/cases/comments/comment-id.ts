/** The case, the version that added the comment, and its position in it. Undefined if the text is not a comment's ID. */
export function parseCommentId(id: string): { caseId: number; version: number; position: number } | undefined {
  const [, caseId, version, position] = (/^comment:([1-9]\d{0,15}):([1-9]\d{0,9}):([1-9]\d{0,4})$/.exec(id) ?? []).map(
    Number,
  )
  if (!caseId || !version || !position || !Number.isSafeInteger(caseId)) return undefined
  return version < 2 ** 31 && position < 2 ** 15 ? { caseId, version, position } : undefined
}

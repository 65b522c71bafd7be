/**
 * What is left of a draft after it was sent: of values, those that were changed meanwhile. Nothing that is typed while a request is
 * under way is lost.
 */
export function changedSince<Draft>(current: Draft | undefined, sent: Draft): Draft | undefined {
  if (!isRecord(current) || !isRecord(sent))
    return JSON.stringify(current) === JSON.stringify(sent) ? undefined : current
  const left = Object.entries(current).flatMap(([name, value]) => {
    const rest = changedSince(value, sent[name])
    return rest === undefined ? [] : [[name, rest]]
  })
  return left.length === 0 ? undefined : (Object.fromEntries(left) as Draft)
}

/** What is left of a message after it was sent: what was added to it, or what it was replaced with. */
export function writtenSince(current: string | undefined, sent: string): string | undefined {
  const rest = current?.startsWith(sent) ? current.slice(sent.length).trimStart() : current
  return rest === '' ? undefined : rest
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

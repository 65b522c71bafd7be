type Row = Record<string, unknown>

/** The latest comment that is not removed, and its author. */
export function latestOf(events: readonly Row[], comments: readonly Row[]): Row {
  const left = comments.filter(({ removed_version }) => removed_version == null)
  const order = (a: Row, b: Row, column: 'version' | 'position') => Number(a[column]) - Number(b[column])
  const latest = left.toSorted((a, b) => order(a, b, 'version') || order(a, b, 'position')).at(-1)
  if (!latest) return { latest_comment_version: 0 }
  const { version, imported_author_id } = latest
  const added = events.find((event) => event['version'] === version)
  return {
    latest_comment_version: version,
    latest_comment_author_id: imported_author_id ?? added?.['actor_id'] ?? null,
  }
}

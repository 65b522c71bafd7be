type Row = Record<string, unknown>

/** The latest comment that is not removed, and its author. */
export function latestOf(events: readonly Row[], comments: readonly Row[]): Row {
  const left = comments.filter(({ removed_version }) => removed_version == null)
  const placeOf = ({ version, position }: Row) => [Number(version), Number(position)] as const
  const latest = left.reduce<Row | undefined>((last, comment) => {
    const [version, position] = placeOf(comment)
    const [lastVersion, lastPosition] = last ? placeOf(last) : [0, 0]
    return version > lastVersion || (version === lastVersion && position > lastPosition) ? comment : last
  }, undefined)
  if (!latest) return { latest_comment_version: 0 }
  const { version, imported_author_id } = latest
  const added = events.find((event) => event['version'] === version)
  return {
    latest_comment_version: version,
    latest_comment_author_id: imported_author_id ?? added?.['actor_id'] ?? null,
  }
}

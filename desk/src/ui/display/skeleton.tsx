/** Stands for rows that are being loaded. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <output aria-label="Loading" className="stack skeleton">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </output>
  )
}

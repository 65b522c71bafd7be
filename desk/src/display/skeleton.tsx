/** Stands for rows that are being loaded. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <output aria-label="Loading" className="skeleton">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </output>
  )
}

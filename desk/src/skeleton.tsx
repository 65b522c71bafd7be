/** Stands for rows that are being loaded. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div role="status" aria-label="Loading" className="skeleton">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  )
}

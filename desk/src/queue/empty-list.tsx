import { Link, useSearchParams } from 'wouter'

/** What an empty list means, and what to do. */
export function EmptyList() {
  const [parameters] = useSearchParams()
  const words = ['text', 'customer'].flatMap((name) => {
    const value = parameters.get(name)
    return value === null ? [] : [[name, value]]
  })
  const everywhere = new URLSearchParams([...words, ['status', 'any']]).toString()
  if (parameters.toString() === 'assigned=me') {
    return (
      <>
        No case is assigned to you. Take the next one, or look for one.
        <Link href="/?assigned=nobody">Show the unassigned cases</Link>
      </>
    )
  }
  return (
    <>
      {parameters.size === 0 ? 'There are no open cases. New ones appear here by themselves.' : 'No case matches.'}
      {words.length > 0 && parameters.toString() !== everywhere && (
        <Link href={`/?${everywhere}`}>Search without the other filters</Link>
      )}
      {parameters.size > 0 && <Link href="/">Show every open case</Link>}
    </>
  )
}

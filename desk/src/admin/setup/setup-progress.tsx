import { Link as StyledLink } from '../../elements/text'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Setup } from './setup-steps'

/** Leads from one step of the set-up to the next, and says when it is done. */
export function SetupProgress({ setup: { next, doneText } }: { setup: Setup }) {
  const [path] = useLocation()
  const [hasBegun, setBegun] = useState(false)
  if (next && !hasBegun) setBegun(true)
  if (!hasBegun || path === '/') return null
  if (!next) {
    return (
      <output className="notice attention">
        {'Set up: Done. Next: '}
        <Link href="/people?login=OPERATOR" asChild>
          <StyledLink inline>invite the operators</StyledLink>
        </Link>
        .
      </output>
    )
  }
  const isHere = path.startsWith(next.path)
  return (
    <output className="notice attention">
      {`Set up: ${doneText} steps are done. ${isHere ? 'This is the next step: ' : 'Next: '}`}
      <Link href={isHere ? `${next.path}/new` : next.path} asChild>
        <StyledLink inline>{next.title}</StyledLink>
      </Link>
      .
    </output>
  )
}

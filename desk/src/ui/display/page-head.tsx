import { Stack } from '../elements/stack'
import type { ReactNode } from 'react'

interface Properties {
  title: string
  hint?: string
  /** What can be done on the page. */
  children?: ReactNode
}

/** The title of a page, also of its tab, and what the page is for. */
export function PageHead({ title, hint, children }: Properties) {
  return (
    <Stack direction="horizontal" justify="space-between" align="start" gap="condensed" wrap="wrap">
      <title>{title}</title>
      <div>
        <h2 className="heading">{title}</h2>
        {hint && <p className="faint">{hint}</p>}
      </div>
      {children}
    </Stack>
  )
}

/** A line of a list, with what can be done to it at its end. */
export function Line({ children }: { children: ReactNode }) {
  return (
    <Stack direction="horizontal" justify="space-between" align="center" gap="condensed" wrap="wrap">
      {children}
    </Stack>
  )
}

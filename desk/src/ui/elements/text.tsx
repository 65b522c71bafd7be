import type { ReactNode } from 'react'

/** For screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>
}

/** Turns as long as something is under way. */
export function Spinner() {
  return (
    <output className="spinner">
      <VisuallyHidden>Loading</VisuallyHidden>
    </output>
  )
}

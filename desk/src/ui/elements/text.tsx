import type { ComponentProps, ReactNode } from 'react'

interface HeadingProps extends ComponentProps<'h2'> {
  as: 'h1' | 'h2' | 'h3'
  variant?: 'small' | 'medium'
}

export function Heading({ as: Tag, variant = 'medium', ...rest }: HeadingProps) {
  return <Tag {...rest} className={`heading ${variant}`} />
}

/** A word that says what something is. */
export function Label({ children }: { children: ReactNode }) {
  return <span className="label">{children}</span>
}

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

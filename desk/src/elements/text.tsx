import type { ComponentProps, ReactNode } from 'react'

interface HeadingProps extends ComponentProps<'h2'> {
  as: 'h1' | 'h2' | 'h3'
  variant?: 'small' | 'medium'
}

export function Heading({ as: Tag, variant = 'medium', ...rest }: HeadingProps) {
  return <Tag {...rest} className={`heading ${variant}`} />
}

/** A link that looks like one. `inline` means that it stands among other text, where color alone does not make it one. */
export function Link({ inline = false, children, ...rest }: ComponentProps<'a'> & { inline?: boolean }) {
  return (
    <a {...rest} data-inline={inline || undefined}>
      {children}
    </a>
  )
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

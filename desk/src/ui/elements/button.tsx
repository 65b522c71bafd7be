import type { ComponentProps, ComponentType, MouseEvent, ReactElement } from 'react'

type Icon = ComponentType<{ size?: number }>

interface Look {
  variant?: 'default' | 'primary' | 'danger' | 'invisible' | undefined
  size?: 'small' | 'medium' | undefined
  /** As wide as its place. */
  block?: boolean | undefined
  alignContent?: 'start' | 'center' | undefined
}

export interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Presses do nothing meanwhile. The button keeps the focus. */
  loading?: boolean | undefined
  leadingVisual?: Icon | undefined
  trailingVisual?: ReactElement | undefined
}

function classOf({ variant = 'default', size = 'medium', block, alignContent }: Look, more?: string): string {
  return ['button', variant, size, block && 'block', alignContent === 'start' && 'at-start', more]
    .filter(Boolean)
    .join(' ')
}

/** A button. It submits no form unless its type says so. */
export function Button(properties: ButtonProps) {
  const {
    variant,
    size,
    block,
    alignContent,
    loading = false,
    leadingVisual: Leading,
    trailingVisual,
    className,
    children,
    onClick,
    ...rest
  } = properties

  function press(event: MouseEvent<HTMLButtonElement>) {
    // Neither the click nor what follows from it, such as that the form is submitted.
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ variant, size, block, alignContent }, className)}
      aria-disabled={loading || undefined}
      data-loading={loading || undefined}
      onClick={press}
    >
      {Leading && <Leading size={16} />}
      <span className="button-text">{children}</span>
      {trailingVisual}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'>, Pick<Look, 'size'> {
  icon: Icon
  'aria-label': string
}

/** A button that shows an icon, and its name when pointed at. */
export function IconButton(properties: IconButtonProps) {
  const { icon: Shown, size = 'small', className, ...rest } = properties
  return (
    <button
      type="button"
      title={rest['aria-label']}
      {...rest}
      className={classOf({ variant: 'invisible', size }, `icon-only ${className ?? ''}`.trim())}
    >
      <Shown size={16} />
    </button>
  )
}

/** A link that looks like a button. */
export function LinkButton({ variant, size, block, className, children, ...rest }: ComponentProps<'a'> & Look) {
  return (
    <a {...rest} className={classOf({ variant, size, block }, className)}>
      {children}
    </a>
  )
}

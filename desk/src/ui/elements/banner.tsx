import { AlertIcon, StopIcon, XIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { IconButton } from './button'

interface Properties {
  variant: 'critical' | 'warning'
  title?: string
  description: ReactNode
  primaryAction?: ReactNode
  onDismiss?: () => void
}

/** What needs attention, in a place of its own. */
export function Banner({ variant, title, description, primaryAction, onDismiss }: Properties) {
  return (
    <div className={`banner ${variant}`}>
      {variant === 'critical' ? <StopIcon /> : <AlertIcon />}
      <div className="banner-text">
        {title !== undefined && <strong>{title}</strong>}
        <div>{description}</div>
      </div>
      {primaryAction}
      {onDismiss && <IconButton icon={XIcon} aria-label="Dismiss" onClick={onDismiss} />}
    </div>
  )
}

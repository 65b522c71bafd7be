import type { ComponentProps, ReactNode } from 'react'
import { Avatar } from '../../../ui/display/avatar'

interface Properties extends ComponentProps<'li'> {
  author: string
  internal: boolean
  /** When it was written, and what else is known about it. */
  facts: ReactNode
  /** What can be done with it. */
  action?: ReactNode
  /** What stands above it. */
  above?: ReactNode
}

/** A message or a note in the conversation. */
export function MessageItem({ author, internal, facts, action, above, className = '', children, ...item }: Properties) {
  return (
    <li {...item} className={`message${internal ? ' note' : ''}${className}`}>
      {above}
      <Avatar name={author} />
      <div className="body">
        <div className="by">
          <bdi>{author}</bdi>
          <span className="faint">
            {internal && 'Internal note · '}
            {facts}
          </span>
          {action}
        </div>
        {children}
      </div>
    </li>
  )
}

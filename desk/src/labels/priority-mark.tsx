import { VisuallyHidden } from '@primer/react'
import type { CasePriority } from '../gql/graphql'
import { priorities } from '../words/case-values'

const marks: Record<CasePriority, string> = { URGENT: '▲▲', HIGH: '▲', NORMAL: '–', LOW: '▼' }

/** The priority as a mark, whose name appears when pointed at. */
export function PriorityMark({ priority }: { priority: CasePriority | null }) {
  if (!priority) return <span />
  const name = `${priorities[priority]} priority`
  return (
    <span className={`priority ${priority.toLowerCase()}`} title={name}>
      <span aria-hidden="true">{marks[priority]}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}

import { VisuallyHidden } from '../elements/text'
import { CaseValues } from '../change/case-values'
import { type FragmentType, unmask } from '../gql'
import type { CasePriority } from '../gql/graphql'
import { nameInValue } from '../words/case-values'

const marks: Record<CasePriority, string> = { URGENT: '▲▲', HIGH: '▲', NORMAL: '–', LOW: '▼' }

/** The priority as a mark, whose name appears when pointed at. */
export function PriorityMark({ of }: { of: FragmentType<typeof CaseValues> }) {
  const { priority } = unmask(CaseValues, of)
  if (!priority) return <span />
  const name = `${nameInValue('priority', priority)} priority`
  return (
    <span className={`priority ${priority.toLowerCase()}`} title={name}>
      <span aria-hidden="true">{marks[priority]}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}

import { VisuallyHidden } from '../../ui/elements/text'
import { CaseValues } from '../change/case-values'
import { type FragmentType, unmask } from '../../gql'
import type { CasePriority } from '../../gql/graphql'
import { nameInValue } from '../../ui/words/case-values'

const tones: Record<CasePriority, string> = { URGENT: 'red', HIGH: 'amber', NORMAL: '', LOW: '' }

/** A priority that is not the usual one. */
export function PriorityMark({ of }: { of: FragmentType<typeof CaseValues> }) {
  const { priority } = unmask(CaseValues, of)
  if (!priority || priority === 'NORMAL') return null
  return (
    <span className={`pill ${tones[priority]}`}>
      {nameInValue('priority', priority)}
      <VisuallyHidden> priority</VisuallyHidden>
    </span>
  )
}

import { useHasDraft } from '../form/drafts'
import { usePresent } from './presence'

/** That the viewer has begun to write in a case, and who else looks at it or writes. */
export function CaseMarks({ id }: { id: string }) {
  const hasDraft = useHasDraft(id)
  const present = usePresent(id)
  if (!hasDraft && !present) return null
  return (
    <span className="marks">
      {hasDraft && <span>Draft</span>}
      {present?.map(({ person: { firstname }, writes }) => (
        <span key={firstname} className="looks">{`${firstname} ${writes ? 'is writing' : 'is looking'}`}</span>
      ))}
    </span>
  )
}

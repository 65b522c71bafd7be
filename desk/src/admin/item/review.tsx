import { Banner, Dialog } from '@primer/react'
import { ChangeList } from '../words/change-list'
import type { ItemChange } from './use-configure'

interface Properties {
  change: ItemChange
  title: string
  labels: Record<string, string>
  typeCode?: string | undefined
  isSaving: boolean
  onClose: () => void
  onSave: () => void
}

/** What a change does, before it is saved. */
export function Review({ change, title, labels, typeCode, isSaving, onClose, onSave }: Properties) {
  const isNew = change.kind === 'CREATED'
  return (
    <Dialog
      title={title}
      subtitle={isNew ? 'Nothing has been created yet.' : 'Nothing has been saved yet.'}
      width="xlarge"
      onClose={onClose}
      footerButtons={[
        { content: 'Back', onClick: onClose },
        {
          content: isNew ? 'Create' : 'Save',
          buttonType: 'primary',
          loading: isSaving,
          autoFocus: true,
          onClick: onSave,
        },
      ]}
    >
      {change.impact.length > 0 ? (
        <Banner
          variant="warning"
          title="What this change affects"
          description={
            <ul className="changes">
              {change.impact.map(({ kind, message }) => (
                <li key={`${kind} ${message}`}>{message}</li>
              ))}
            </ul>
          }
        />
      ) : (
        <p className="faint">This change affects no cases and no sessions.</p>
      )}
      <ChangeList changes={change.changes} labels={labels} typeCode={typeCode} />
    </Dialog>
  )
}

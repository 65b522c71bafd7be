import { Banner } from '../../../ui/elements/banner'
import { Dialog } from '../../../ui/elements/dialog'
import { type Change, ChangeList } from '../configuration/change-list'
import { type Inputs, keyOf, labelsOf, type Values } from './inputs'
import type { ItemKind } from './item-kind'
import type { ItemChange } from './use-configure'

/** What identifies a new item is none of its changes, and cannot be changed later. */
function identityOf(inputs: Inputs, values: Values, { changes }: ItemChange): Change[] {
  return Object.entries(keyOf(inputs, values))
    .filter(([name]) => !changes.some(({ path }) => path[0] === name))
    .map(([name, to]) => ({ path: [name], from: null, to }))
}

interface Properties {
  kind: ItemKind
  change: ItemChange
  /** What was entered. */
  values: Values
  title: string
  typeCode?: string | undefined
  isSaving: boolean
  onClose: () => void
  onSave: () => void
}

/** What a change does, before it is saved. */
export function Review({ kind, change, values, title, typeCode, isSaving, onClose, onSave }: Properties) {
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
            <ul className="bullets">
              {change.impact.map(({ kind, message }) => (
                <li key={`${kind} ${message}`}>{message}</li>
              ))}
            </ul>
          }
        />
      ) : (
        <p className="faint">This change affects no cases and no sessions.</p>
      )}
      {change.impact.some(({ kind }) => kind === 'ASSIGNED_CASES') && kind.whenAssigned?.(values)}
      <ChangeList
        changes={isNew ? [...identityOf(kind.inputs, values, change), ...change.changes] : change.changes}
        labels={labelsOf(kind.inputs)}
        typeCode={typeCode}
      />
    </Dialog>
  )
}

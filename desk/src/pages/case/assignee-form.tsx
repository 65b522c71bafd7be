import { Button } from '../../ui/elements/button'
import { useState } from 'react'
import { AssigneeInput, type Target } from '../../cases/change/assignee-input'
import { focusOnce } from '../../ui/form/focus-once'
import { textOf, useProblems } from '../../ui/form/problems/problem-list'
import { tellElsewhere, useChange } from '../../cases/change/use-change'
import { useSingle } from '../../ui/form/inputs/submit'
import { useViewer } from '../../session/viewer'
import { useShortcut } from '../layout/shortcuts'
import { toast } from '../../ui/display/toasts'
import { AssignCaseMutation, UnassignCaseMutation } from '../../cases/change/mutations'
import type { CaseFormProperties } from '../../cases/change/open-case'
import { assignedTo, useShown } from '../../cases/change/pending'
import { saveInTurn, undoneText } from '../../cases/change/save-over'

/** Whom the case is assigned to. A choice is saved at once. */
export function AssigneeForm({ of: stored, onConflict }: CaseFormProperties) {
  const viewer = useViewer()
  const of = useShown(stored)
  const { assignee, group } = of
  const [problems, setProblems] = useProblems()
  /** What was chosen while others have assigned the case, and the version that they have made. */
  const [conflict, setConflict] = useState<{ target: Target | null; name: string; version: number } | null>(null)
  const assign = useChange(AssignCaseMutation)
  const unassign = useChange(UnassignCaseMutation)
  const isMine = assignee?.email === viewer.email
  const current: Target | null = assignee ? { email: assignee.email ?? '' } : group && { groupName: group.name }
  const now = assignee?.firstname ?? group?.name ?? 'Nobody'

  const send = (target: Target | null, name: string, seen: number) =>
    saveInTurn(
      {
        id: of.id,
        seen,
        names: ['assignee', 'group'],
        send: (expectedVersion) => {
          const input = { caseInstanceId: of.id, expectedVersion }
          return target ? assign.change({ ...input, ...target }) : unassign.change(input)
        },
      },
      { members: assignedTo(target, name) },
    )

  async function save(target: Target | null, name: string, seen = of.version): Promise<void> {
    const sending = send(target, name, seen)
    const notice = toast('Assigning …', async () => {
      const { saved } = await sending
      return saved
        ? undoneText(await send(current, now, saved.version), 'The former assignment is back.', 'assigned')
        : ''
    })
    const { conflict, overwritten, saved, problems } = await sending
    const isConflict = conflict !== undefined && overwritten.length > 0
    setConflict(isConflict ? { target, name, version: conflict.currentVersion } : null)
    setProblems(isConflict ? [] : problems.map(({ message }) => ({ input: 'assignee', message })))
    if (isConflict) onConflict()
    const reason = isConflict ? 'someone else has assigned it.' : textOf(problems)
    if (!saved) tellElsewhere(of.id, `Not assigned: ${reason}`)
    if (saved) notice.say(target ? 'Assigned.' : 'Nobody has the case now.')
    else notice.end()
  }

  const takeIt = useSingle(async () => (isMine ? undefined : save({ email: viewer.email }, viewer.firstname)))
  useShortcut('m', () => void takeIt())
  useShortcut('a', () => document.getElementById('assignee')?.focus())
  return (
    <div className="stack">
      <AssigneeInput
        id={of.id}
        label="Assigned to"
        value={current}
        name={now}
        none="Nobody"
        onChange={(target, name) => void save(target, name)}
        problems={problems}
      />
      {conflict && (
        <AssigneeConflict
          now={now}
          own={conflict.name}
          onSave={() => save(conflict.target, conflict.name, conflict.version)}
          onDismiss={() => setConflict(null)}
        />
      )}
      {!isMine && !conflict && (
        <div className="row">
          <Button size="small" onClick={() => void takeIt()}>
            Assign to me
          </Button>
        </div>
      )}
    </div>
  )
}

interface ConflictProperties {
  /** Who has the case. */
  now: string
  /** Who was chosen. */
  own: string
  onSave: () => void
  onDismiss: () => void
}

/** Others have assigned the case since the viewer saw it. */
function AssigneeConflict({ now, own, onSave, onDismiss }: ConflictProperties) {
  return (
    <>
      <p role="alert" className="problem">
        {`Someone else has changed the assignment. Now: ${now}. You chose: ${own}.`}
      </p>
      <div className="row">
        <Button ref={focusOnce} size="small" variant="primary" onClick={onSave}>
          Assign anyway
        </Button>
        <Button size="small" onClick={onDismiss}>
          Use the latest
        </Button>
      </div>
    </>
  )
}

import { Stack } from '../../elements/stack'
import { useMemo, useState } from 'react'
import { useAction } from '../../change/use-action'
import { ConfirmButton } from '../../form/confirm'
import { Panel } from '../../form/panel'
import { TextField } from '../inputs/fields'
import { SaveEndpointMutation } from './endpoint-form'

/** Sends events again from a cursor on, or skips those that wait. */
export function Position({ id, version }: { id: string; version: number }) {
  const { fetching, problems, act } = useAction(SaveEndpointMutation)
  const [note, setNote] = useState('')
  const [cursor, setCursor] = useState('')
  const shown = useMemo(() => problems.map(({ message }) => ({ input: 'after', message })), [problems])

  async function move(after: string, done: string) {
    setNote('')
    if (await act({ id, after, expectedVersion: version })) setNote(done)
  }
  return (
    <Panel title="Replay" problems={shown} inputs={['after']} note={note}>
      <TextField
        name="after"
        label="Cursor of the event feed"
        hint="The events after it are sent again."
        problems={shown}
        value={cursor}
        onChange={setCursor}
      />
      <Stack direction="horizontal" gap="condensed" wrap="wrap">
        <ConfirmButton
          label="Send again"
          loading={fetching}
          disabled={cursor.trim() === ''}
          title="Send the events again?"
          confirm="Send again"
          isDangerous={false}
          onConfirm={() => move(cursor.trim(), 'The events after the cursor are sent again.')}
        >
          The receiver gets events again that it has already got. They have the same IDs.
        </ConfirmButton>
        <ConfirmButton
          label="Skip what waits"
          loading={fetching}
          title="Skip the events that wait?"
          confirm="Skip"
          onConfirm={() => move('latest', 'The events that waited were skipped.')}
        >
          The receiver never gets them.
        </ConfirmButton>
      </Stack>
    </Panel>
  )
}

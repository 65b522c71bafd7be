import { Button, ConfirmationDialog, Heading, Stack } from '@primer/react'
import { useState } from 'react'
import { ProblemList } from '../../form/problem-list'
import type { ShownProblem } from '../../form/problems'
import { TextField } from '../inputs/fields'
import { SaveEndpointMutation } from './endpoint-form'
import { useAction } from './use-action'

/** Sends events again from a cursor on, or skips those that wait. */
export function Position({ id, version }: { id: string; version: number }) {
  const { fetching, act } = useAction(SaveEndpointMutation)
  const [problems, setProblems] = useState<ShownProblem[]>([])
  const [note, setNote] = useState('')
  const [cursor, setCursor] = useState('')
  const [asked, setAsked] = useState<'replay' | 'skip'>()

  async function move(after: string, done: string) {
    setNote('')
    const { payload, problems } = await act({ id, after, expectedVersion: version })
    setProblems(problems.map(({ message }) => ({ input: 'after', message })))
    if (payload) setNote(done)
  }
  return (
    <Stack as="section" gap="condensed" aria-labelledby="position">
      <Heading as="h3" variant="small" id="position">
        Replay
      </Heading>
      <ProblemList problems={problems} inputs={['after']} />
      <output>{note}</output>
      <TextField
        name="after"
        label="Cursor of the event feed"
        hint="The events after it are sent again."
        problems={problems}
        value={cursor}
        onChange={setCursor}
      />
      <Stack direction="horizontal" gap="condensed" wrap="wrap">
        <Button loading={fetching} disabled={cursor.trim() === ''} onClick={() => setAsked('replay')}>
          Send again
        </Button>
        <Button loading={fetching} onClick={() => setAsked('skip')}>
          Skip what waits
        </Button>
      </Stack>
      {asked && (
        <ConfirmationDialog
          title={asked === 'skip' ? 'Skip the events that wait?' : 'Send the events again?'}
          confirmButtonContent={asked === 'skip' ? 'Skip' : 'Send again'}
          confirmButtonType={asked === 'skip' ? 'danger' : 'normal'}
          onClose={(gesture) => {
            setAsked(undefined)
            if (gesture !== 'confirm') return
            if (asked === 'skip') void move('latest', 'The events that waited were skipped.')
            else void move(cursor.trim(), 'The events after the cursor are sent again.')
          }}
        >
          {asked === 'skip'
            ? 'The receiver never gets them.'
            : 'The receiver gets events again that it has already got. They have the same IDs.'}
        </ConfirmationDialog>
      )}
    </Stack>
  )
}

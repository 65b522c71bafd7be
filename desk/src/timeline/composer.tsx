import { Button } from '../elements/button'
import { ActionList, ActionMenu } from '../elements/menu'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CaseFormProperties } from '../change/open-case'
import { AddCommentsMutation, PatchCaseMutation } from '../change/mutations'
import type { FieldDefinition } from '../form/case-data-inputs'
import { saveInTurn } from '../change/save-over'
import { inFormWords } from '../form/case-data-inputs'
import { CommentInput, tooLong } from '../form/comment-input'
import { AttachButton, FileList } from '../files/file-list'
import { useDrop, useFiles } from '../files/use-files'
import { isErasedCustomer } from '../words/erased'
import { discard, readDraft, useDraft, writtenSince } from '../form/drafts'
import { ProblemList, useProblems } from '../form/problem-list'
import { useChange } from '../change/use-change'
import { submitted, useSingle } from '../form/submit'
import type { FragmentType } from '../gql'
import { useTakeNext } from '../queue/take-next'
import { useShortcut } from '../layout/shortcuts'
import { toast } from '../display/toasts'
import { ComposerTabs, type Kind } from './composer-tabs'

interface Properties extends CaseFormProperties {
  /** The statuses that can be set together with sending. */
  statuses: readonly string[]
  /** The usual answer for cases of this type and category. */
  defaultAnswer: string | null
  /** Some are needed to close the case. */
  fields: readonly ({ name: string } & FragmentType<typeof FieldDefinition>)[]
}

interface NewComment {
  text: string
  internal: boolean
  attachmentIds?: string[]
}

/** Writes to the customer, or to the other operators. Each has its own draft, so that no note is sent by mistake. */
export function Composer({ of, onConflict, statuses, defaultAnswer, fields }: Properties) {
  const [note, setNote] = useDraft<string>(`${of.id} note`)
  const [reply, setReply] = useDraft<string>(`${of.id} reply`)
  const [chosen, setKind] = useState<Kind>(() => {
    const isBegun = (kind: Kind) => ['', ' files'].some((part) => readDraft(`${of.id} ${kind}${part}`) !== undefined)
    return isBegun('note') && !isBegun('reply') ? 'note' : 'reply'
  })
  const [problems, setProblems] = useProblems()
  const form = useRef<HTMLFormElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const add = useChange(AddCommentsMutation)
  const patch = useChange(PatchCaseMutation)
  const { takeNext } = useTakeNext()
  const isGone = isErasedCustomer(of.party)
  const customer = isGone ? null : of.party
  const kind = isGone ? 'note' : chosen
  const isNote = kind === 'note'
  const text = (isNote ? note : reply) ?? ''
  const files = useFiles(`${of.id} ${kind}`)
  const drop = useDrop(files.add)

  const setDraft = isNote ? setNote : setReply
  const enter = (next: string) => setDraft(next === '' ? undefined : next)

  const sendWith = (status: string, input: { caseInstanceId: string; comments: NewComment[] }) =>
    saveInTurn({
      id: of.id,
      seen: of.version,
      names: ['status'],
      send: (expectedVersion) => patch.change({ ...input, status, expectedVersion }),
    })

  const send = useSingle(async (status?: string): Promise<boolean> => {
    const excess = tooLong('message', text)
    setProblems(excess)
    if (excess.length > 0) return false
    const settled = await files.settle()
    if (settled.problems.length > 0) {
      setProblems(settled.problems)
      return false
    }
    const attachmentIds = settled.files.map(({ id }) => id)
    if (text.trim() === '' && attachmentIds.length === 0) {
      setProblems([{ input: 'message', message: isNote ? 'Enter a note.' : 'Enter a message.' }])
      return false
    }
    const comment = { text, internal: isNote, ...(attachmentIds.length > 0 && { attachmentIds }) }
    const input = { caseInstanceId: of.id, comments: [comment] }
    // A comment overwrites nothing, so that it is added whatever others have changed.
    const outcome = await (status === undefined ? add.change(input) : sendWith(status, input))
    setProblems(inFormWords(files.explain(outcome.problems, settled.files), fields))
    if (outcome.conflict) onConflict()
    if (!outcome.saved) return false
    flushSync(() => {
      setDraft((current) => writtenSince(current, text))
      files.clear(settled.files)
    })
    toast(isNote ? 'Note added.' : 'Sent.')
    const area = form.current?.querySelector('textarea')
    // The keys work again, unless more is being written.
    if (area?.value === '' && area === document.activeElement) buttons.current?.focus()
    return true
  })

  function discardAll() {
    const all = { text, files: files.takeAll() }
    discard(all, (draft) => {
      enter(draft?.text ?? '')
      files.restore(draft?.files)
    })
  }

  function write(next: Kind) {
    setKind(next)
    document.getElementById('message')?.focus()
  }
  useShortcut('r', () => write('reply'))
  useShortcut('n', () => write('note'))

  return (
    <form
      ref={form}
      onSubmit={submitted(() => send())}
      noValidate
      {...drop}
      className={`stack composer ${kind}`}
      aria-label="Write"
    >
      {isGone ? (
        <p className="faint">The data of the customer was erased. You can write notes.</p>
      ) : (
        <ComposerTabs kind={kind} reply={customer ? `Reply to ${customer.firstname}` : 'Reply'} onChange={setKind} />
      )}
      <ProblemList problems={problems} inputs={['message', 'files', ...fields.map(({ name }) => `caseData.${name}`)]} />
      <CommentInput
        name="message"
        label={isNote ? 'Note' : 'Message'}
        isLabelHidden
        hint={isNote ? 'Only operators can read it.' : customer ? `${customer.firstname} can read it.` : undefined}
        rows={3}
        problems={problems}
        value={text}
        onChange={enter}
      />
      <FileList files={files} />
      <div ref={buttons} tabIndex={-1} className="row send">
        <Button type="submit" variant="primary" loading={files.isAwaited || add.fetching || patch.fetching}>
          {isNote ? 'Add note' : 'Send'}
        </Button>
        <ActionMenu>
          <ActionMenu.Button>{isNote ? 'Add and …' : 'Send and …'}</ActionMenu.Button>
          <ActionMenu.Overlay width="auto">
            <ActionList>
              {statuses.map((status) => (
                <ActionList.Item key={status} onSelect={() => void send(status)}>
                  {`Set status ${status}`}
                </ActionList.Item>
              ))}
              <ActionList.Divider />
              <ActionList.Item onSelect={async () => (await send()) && takeNext()}>Take next</ActionList.Item>
            </ActionList>
          </ActionMenu.Overlay>
        </ActionMenu>
        <AttachButton files={files} />
        {!isNote && defaultAnswer !== null && (
          <Button
            variant="invisible"
            onClick={() => enter(text === '' ? defaultAnswer : `${text}\n\n${defaultAnswer}`)}
          >
            Insert the usual answer
          </Button>
        )}
        {(text !== '' || files.list.length > 0) && (
          <Button variant="invisible" onClick={discardAll}>
            Discard
          </Button>
        )}
        <span className="faint keys">Ctrl Enter sends</span>
      </div>
    </form>
  )
}

import { Button } from '../../../ui/elements/button'
import { Menu, MenuItem } from '../../../ui/elements/menu'
import { type KeyboardEvent, useState } from 'react'
import type { ShownCase } from '../../../cases/change/open-case'
import type { FieldDefinition } from '../../../ui/form/inputs/case-data-inputs'
import { openedPage } from '../../../ui/display/opened-page'
import { CommentInput } from '../../../ui/form/inputs/comment-input'
import { AttachButton, FileList } from '../../../cases/files/file-list'
import { useDrop } from '../../../cases/files/use-files'
import { isErasedCustomer } from '../../../ui/words/erased'
import { ProblemList } from '../../../ui/form/problems/problem-list'
import { submitted } from '../../../ui/form/inputs/submit'
import type { FragmentType } from '../../../gql'
import { useTakeNext } from '../../queue/take-next'
import { useShortcut } from '../../layout/shortcuts'
import { type Kind, useIsBegun, useMessage } from './use-message'
import { useSavedReplies } from './use-saved-replies'

/** The ID of the buttons, which get the focus when a message was sent, so that the keys work again. */
const buttonsId = 'send'

interface Properties {
  of: ShownCase
  /** Called while something is being written, and when it is sent or removed. */
  onType: (isWriting: boolean) => void
  /** The statuses that can be set together with sending. */
  statuses: readonly string[]
  /** Some are needed to close the case. */
  fields: readonly ({ name: string } & FragmentType<typeof FieldDefinition>)[]
}

/** Writes to the customer, or to the other operators. Each has its own draft, so that no note is sent by mistake. */
export function Composer({ of, onType, statuses, fields }: Properties) {
  const hasDraft = { note: useIsBegun(of.id, 'note'), reply: useIsBegun(of.id, 'reply') }
  const [chosen, setKind] = useState<Kind>(hasDraft.note && !hasDraft.reply ? 'note' : 'reply')
  const { takeNext } = useTakeNext()
  const isGone = isErasedCustomer(of.party)
  const customer = isGone ? null : of.party
  const kind = isGone ? 'note' : chosen
  const isNote = kind === 'note'
  const message = useMessage({ of, kind, fields, onType })
  const { text, enter, files, problems, refusal } = message
  const replies = useSavedReplies(of.id, 'message')
  const drop = useDrop(files.add)

  async function send(options: Parameters<typeof message.send>[0] = {}) {
    const sending = await message.send(options)
    if (sending && document.activeElement?.id === 'message') document.getElementById(buttonsId)?.focus()
    return sending
  }

  async function sendAndTakeNext() {
    const isStillOpen = openedPage()
    const sending = await send({ isLast: true })
    if ((await sending?.isSent) && isStillOpen()) void takeNext()
  }

  function write(next: Kind) {
    setKind(next)
    document.getElementById('message')?.focus()
  }
  useShortcut('r', () => write('reply'))
  useShortcut('n', () => write('note'))

  return (
    <form
      onSubmit={submitted(() => send())}
      noValidate
      {...drop}
      className={`stack composer ${kind}`}
      aria-label="Write"
    >
      {isGone ? (
        <p className="faint">The data of the customer was erased. You can write notes.</p>
      ) : (
        <ComposerTabs
          kind={kind}
          reply={customer ? `Reply to ${customer.firstname}` : 'Reply'}
          hasDraft={hasDraft}
          onChange={setKind}
        />
      )}
      <ProblemList
        problems={problems}
        isLate={refusal.isLate ?? false}
        inputs={['message', 'files', ...fields.map(({ name }) => `caseData.${name}`)]}
      />
      <CommentInput
        name="message"
        label={isNote ? 'Note' : 'Message'}
        isLabelHidden
        hint={`${isNote ? 'Only operators can read it.' : customer ? `${customer.firstname} can read it.` : ''} Ctrl Enter sends, / finds saved replies.`}
        rows={3}
        problems={refusal.problems}
        value={text}
        onChange={(next, event) => {
          enter(next)
          replies.note(event)
        }}
        input={replies.input}
      >
        {replies.list}
      </CommentInput>
      <FileList files={files} />
      {refusal.answer && (
        <div role="alert" className="row answered">
          <span>{`${refusal.answer.author.firstname} answered while you were writing. Send anyway?`}</span>
          <Button size="small" onClick={() => void send({ isAsked: true })}>
            Send anyway
          </Button>
          <Button size="small" variant="invisible" onClick={message.keepWriting}>
            Keep writing
          </Button>
        </div>
      )}
      <div id={buttonsId} tabIndex={-1} className="row send">
        <Button type="submit" variant="primary" loading={files.isAwaited}>
          {isNote ? 'Add note' : 'Send'}
        </Button>
        <Menu text={isNote ? 'Add and …' : 'Send and …'}>
          {statuses.map((status) => (
            <MenuItem key={status} onSelect={() => void send({ status })}>
              {`Set status ${status}`}
            </MenuItem>
          ))}
          <hr />
          <MenuItem onSelect={() => void sendAndTakeNext()}>Take next</MenuItem>
        </Menu>
        <AttachButton files={files} />
        {/* The caret stays in the message. */}
        <Button variant="invisible" onMouseDown={(event) => event.preventDefault()} onClick={replies.open}>
          Saved replies
        </Button>
        {(text !== '' || files.list.length > 0) && (
          <Button variant="invisible" onClick={message.discard}>
            Discard
          </Button>
        )}
      </div>
    </form>
  )
}

interface TabsProperties {
  kind: Kind
  /** The name of the tab for the customer. */
  reply: string
  /** Whether something is written there that is not sent. */
  hasDraft: Record<Kind, boolean>
  onChange: (kind: Kind) => void
}

function ComposerTabs({ kind, reply, hasDraft, onChange }: TabsProperties) {
  function press(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = kind === 'reply' ? 'note' : 'reply'
    onChange(other)
    document.getElementById(`tab-${other}`)?.focus()
  }
  const tab = (name: Kind, text: string) => (
    <button
      type="button"
      className="cut"
      role="tab"
      id={`tab-${name}`}
      aria-selected={kind === name}
      tabIndex={kind === name ? 0 : -1}
      onClick={() => onChange(name)}
      onKeyDown={press}
    >
      {text}
      {kind !== name && hasDraft[name] && <span className="draft-mark"> · Draft</span>}
    </button>
  )
  return (
    <div role="tablist" aria-label="Who can read it" className="tabs">
      {tab('reply', reply)}
      {tab('note', 'Internal note')}
    </div>
  )
}

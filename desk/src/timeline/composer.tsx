import { Button } from '../elements/button'
import { ActionList, ActionMenu } from '../elements/menu'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useClient } from 'urql'
import type { ShownCase } from '../change/open-case'
import { answerAfter, type Message, sendMessage, useRefusal } from '../change/outbox'
import { type FieldDefinition, inFormWords } from '../form/case-data-inputs'
import { CommentInput, tooLong } from '../form/comment-input'
import { AttachButton, FileList } from '../files/file-list'
import { useDrop, useFiles } from '../files/use-files'
import { isErasedCustomer } from '../words/erased'
import { discard, readDraft, useDraft } from '../form/drafts'
import { ProblemList } from '../form/problem-list'
import type { ShownProblem } from '../form/problems'
import { submitted, useSingle } from '../form/submit'
import type { FragmentType } from '../gql'
import { useTakeNext } from '../queue/take-next'
import { useShortcut } from '../layout/shortcuts'
import { usePreferences } from '../session/preferences'
import { useViewer } from '../session/viewer'
import { ComposerTabs, type Kind } from './composer-tabs'
import { latestComments } from './entries'

interface Properties {
  of: ShownCase
  /** Called while something is being written, and when it is sent or removed. */
  onType: (isWriting: boolean) => void
  /** The statuses that can be set together with sending. */
  statuses: readonly string[]
  /** The usual answer for cases of this type and category. */
  defaultAnswer: string | null
  /** Some are needed to close the case. */
  fields: readonly ({ name: string } & FragmentType<typeof FieldDefinition>)[]
}

/** How long sending can be undone, for those who want it. */
const delayMs = 5_000

/** Writes to the customer, or to the other operators. Each has its own draft, so that no note is sent by mistake. */
export function Composer({ of, onType, statuses, defaultAnswer, fields }: Properties) {
  const viewer = useViewer()
  const client = useClient()
  const [{ delaysSending }] = usePreferences()
  const [note, setNote] = useDraft<string>(`${of.id} note`)
  const [reply, setReply] = useDraft<string>(`${of.id} reply`)
  const [chosen, setKind] = useState<Kind>(() => {
    const isBegun = (kind: Kind) => ['', ' files'].some((part) => readDraft(`${of.id} ${kind}${part}`) !== undefined)
    return isBegun('note') && !isBegun('reply') ? 'note' : 'reply'
  })
  const form = useRef<HTMLFormElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const lastSent = useRef(-Infinity)
  const { takeNext } = useTakeNext()
  const isGone = isErasedCustomer(of.party)
  const customer = isGone ? null : of.party
  const kind = isGone ? 'note' : chosen
  const isNote = kind === 'note'
  const draft = `${of.id} ${kind}`
  const text = (isNote ? note : reply) ?? ''
  const files = useFiles(draft)
  const drop = useDrop(files.add)
  const [refusal, refuse] = useRefusal(draft)
  const comments = latestComments(of)
  /** When the newest comment was added that was shown when writing began. */
  const [shownAtStart, setShownAtStart] = useDraft<string>(`${draft} since`)

  const setDraft = isNote ? setNote : setReply
  function enter(next: string) {
    if (next === '' && refusal.answer) refuse({ problems: [] })
    if (next === '' || text === '') setShownAtStart(next === '' ? undefined : (comments.at(-1)?.createdAt ?? ''))
    onType(next !== '')
    setDraft(next === '' ? undefined : next)
  }
  const problems = useMemo(() => inFormWords(refusal.problems, fields), [refusal.problems, fields])
  const setProblems = (problems: readonly ShownProblem[]) => refuse({ problems })

  /** Returns the message to send. Undefined if there is none, or a problem. */
  async function checked(): Promise<Message | undefined> {
    const excess = tooLong('message', text)
    setProblems(excess)
    if (excess.length > 0) return undefined
    const settled = await files.settle()
    // What was typed while files were uploaded belongs to it.
    const written = readDraft<string>(draft) ?? ''
    const isEmpty = written.trim() === '' && settled.files.length === 0
    const missing = { input: 'message', message: isNote ? 'Enter a note.' : 'Enter a message.' }
    const found = isEmpty && settled.problems.length === 0 ? [missing] : settled.problems
    if (found.length > 0) {
      setProblems(found)
      return undefined
    }
    return {
      caseId: of.id,
      draft,
      text: written,
      internal: isNote,
      files: settled.files,
      seen: of.version,
      at: Date.now(),
    }
  }

  /** `isAsked`: whether the viewer knows that somebody else has answered. `isLast`: the viewer leaves the case. */
  const send = useSingle(async (options: { status?: string; isAsked?: boolean; isLast?: boolean } = {}) => {
    // The second click of a double click.
    if (text === '' && files.list.length === 0 && Date.now() - lastSent.current < 1_000) return undefined
    // It is asked whether to send it.
    if (refusal.answer && !options.isAsked) return undefined
    const message = await checked()
    if (!message) return undefined
    const answersAfter = isNote || options.isAsked ? undefined : (shownAtStart ?? comments.at(-1)?.createdAt ?? '')
    const answer = answersAfter === undefined ? undefined : answerAfter(comments, answersAfter, viewer)
    if (answer) {
      refuse({ problems: [], answer })
      return undefined
    }
    lastSent.current = Date.now()
    flushSync(() => {
      enter('')
      files.clear(message.files)
    })
    const area = form.current?.querySelector('textarea')
    // The keys work again.
    if (area === document.activeElement) buttons.current?.focus()
    const isSent = sendMessage(
      { ...message, answersAfter, status: options.status },
      { client, viewer },
      delaysSending && !options.isLast ? delayMs : 0,
    )
    return { isSent }
  })

  async function sendAndTakeNext() {
    const sending = await send({ isLast: true })
    if (await sending?.isSent) void takeNext()
  }

  function discardAll() {
    const all = { text, files: files.takeAll() }
    discard(all, (draft) => {
      enter(draft?.text ?? '')
      files.restore(draft?.files)
    })
  }

  function keepWriting() {
    // It is asked once.
    setShownAtStart(refusal.answer?.createdAt)
    refuse({ problems: [] })
    document.getElementById('message')?.focus()
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
        <ComposerTabs
          kind={kind}
          reply={customer ? `Reply to ${customer.firstname}` : 'Reply'}
          hasDraft={{ note: note !== undefined, reply: reply !== undefined }}
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
        hint={`${isNote ? 'Only operators can read it.' : customer ? `${customer.firstname} can read it.` : ''} Ctrl Enter sends.`}
        rows={3}
        problems={refusal.problems}
        value={text}
        onChange={enter}
      />
      <FileList files={files} />
      {refusal.answer && (
        <div role="alert" className="row answered">
          <span>{`${refusal.answer.author.firstname} answered while you were writing. Send anyway?`}</span>
          <Button size="small" onClick={() => void send({ isAsked: true })}>
            Send anyway
          </Button>
          <Button size="small" variant="invisible" onClick={keepWriting}>
            Keep writing
          </Button>
        </div>
      )}
      <div ref={buttons} tabIndex={-1} className="row send">
        <Button type="submit" variant="primary" loading={files.isAwaited}>
          {isNote ? 'Add note' : 'Send'}
        </Button>
        <ActionMenu>
          <ActionMenu.Button>{isNote ? 'Add and …' : 'Send and …'}</ActionMenu.Button>
          <ActionMenu.Overlay width="auto">
            <ActionList>
              {statuses.map((status) => (
                <ActionList.Item key={status} onSelect={() => void send({ status })}>
                  {`Set status ${status}`}
                </ActionList.Item>
              ))}
              <ActionList.Divider />
              <ActionList.Item onSelect={() => void sendAndTakeNext()}>Take next</ActionList.Item>
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
      </div>
    </form>
  )
}

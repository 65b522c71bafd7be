import { useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useClient } from 'urql'
import { CaseValues } from '../../../cases/change/case-values'
import type { ShownCase } from '../../../cases/change/open-case'
import { answerAfter, type Message, sendMessage, useRefusal } from '../../../cases/change/outbox'
import { useShown } from '../../../cases/change/pending'
import { useFiles } from '../../../cases/files/use-files'
import { type FieldDefinition, inFormWords } from '../../../ui/form/inputs/case-data-inputs'
import { tooLong } from '../../../ui/form/inputs/comment-input'
import { discard, readDraft, useDraft } from '../../../ui/form/drafts/drafts'
import type { ShownProblem } from '../../../ui/form/problems/problems'
import { useSingle } from '../../../ui/form/inputs/submit'
import { type FragmentType, unmask } from '../../../gql'
import { usePreferences } from '../../../session/preferences'
import { useViewer } from '../../../session/viewer'
import { latestComments } from '../entries'

/** How long sending can be undone, for those who want it. */
const delayMs = 5_000

/** Who can read what is written. */
export type Kind = 'reply' | 'note'

interface Written {
  of: ShownCase
  kind: Kind
  /** Some are needed to close the case. */
  fields: readonly ({ name: string } & FragmentType<typeof FieldDefinition>)[]
  /** Called while something is being written, and when it is sent or removed. */
  onType: (isWriting: boolean) => void
}

/** `isAsked`: whether the viewer knows that somebody else has answered. `isLast`: the viewer leaves the case. */
interface Options {
  status?: string
  isAsked?: boolean
  isLast?: boolean
}

/** Whether something is written that is not sent. */
export function useIsBegun(id: string, kind: Kind): boolean {
  const [text] = useDraft<string>(`${id} ${kind}`)
  const [files] = useDraft<object>(`${id} ${kind} files`)
  return text !== undefined || files !== undefined
}

/** A message that is written to a case: its draft with its files, and a function that sends it. */
export function useMessage({ of, kind, fields, onType }: Written) {
  const viewer = useViewer()
  const client = useClient()
  const [{ delaysSending }] = usePreferences()
  const isNote = kind === 'note'
  const draft = `${of.id} ${kind}`
  const [text = '', setDraft] = useDraft<string>(draft)
  const files = useFiles(draft)
  const [refusal, refuse] = useRefusal(draft)
  const lastSent = useRef(-Infinity)
  const comments = latestComments(of)
  const { status: shownStatus } = unmask(CaseValues, useShown(of))
  /** When the newest comment was added that was shown when writing began. */
  const [shownAtStart, setShownAtStart] = useDraft<string>(`${draft} since`)

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

  /** Returns whether it is sent, after it is on its way. Undefined if it is not. */
  const send = useSingle(async (options: Options = {}) => {
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
    const isSent = sendMessage(
      { ...message, answersAfter, status: options.status, former: shownStatus },
      { client, viewer },
      delaysSending && !options.isLast ? delayMs : 0,
    )
    return { isSent }
  })

  function discardAll() {
    const all = { text, files: files.takeAll() }
    discard(all, (discarded) => {
      // What was written since stays, after it.
      const since = discarded && readDraft<string>(draft)
      enter([discarded?.text, since].filter(Boolean).join('\n\n'))
      files.restore(discarded?.files)
    })
  }

  function keepWriting() {
    // It is asked once.
    setShownAtStart(refusal.answer?.createdAt)
    refuse({ problems: [] })
    document.getElementById('message')?.focus()
  }

  return { text, enter, files, problems, refusal, send, discard: discardAll, keepWriting }
}

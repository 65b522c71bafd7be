import { Button } from '../../ui/elements/button'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from 'urql'
import { newComments, PatchCaseMutation } from '../../cases/change/mutations'
import { sendMessage, useRefusal } from '../../cases/change/outbox'
import { inFormWords } from '../../ui/form/inputs/case-data-inputs'
import { CommentInput, tooLong } from '../../ui/form/inputs/comment-input'
import { AttachButton, FileList } from '../../cases/files/file-list'
import { useDrop, useFiles } from '../../cases/files/use-files'
import { writtenSince } from '../../ui/form/drafts/changed-since'
import { useDraft } from '../../ui/form/drafts/drafts'
import { ProblemList, useProblems } from '../../ui/form/problems/problem-list'
import type { ShownProblem } from '../../ui/form/problems/problems'
import { useChange } from '../../cases/change/use-change'
import { submitted, useSingle } from '../../ui/form/inputs/submit'
import { useViewer } from '../../session/viewer'
import type { OwnCase } from './own-case'

interface Properties {
  of: OwnCase
  mayUpdate: boolean
  /** Called with what to say to the customer. */
  onSent: (text: string) => void
  /** Called with what has to be known before the case can be closed. */
  onMissing: (problems: readonly ShownProblem[]) => void
}

/** Writes to the case, and closes it or opens it again. */
export function AnswerForm({ of, mayUpdate, onSent, onMissing }: Properties) {
  const { id, version, caseStatus, availableStatuses, fields } = of
  const name = `${id} answer`
  const [draft = '', setDraft] = useDraft<string>(name)
  const [problems, setProblems] = useProblems()
  const [refusal, refuse] = useRefusal(name)
  const sender = { client: useClient(), viewer: useViewer() }
  const patch = useChange(PatchCaseMutation)
  const files = useFiles(name)
  const drop = useDrop(files.add)
  const text = draft.trim()
  const isEmpty = text === '' && files.list.every(({ state }) => state === 'gone')
  const { closed } = caseStatus
  const next = mayUpdate ? nextStatus(availableStatuses, closed) : undefined
  // A message on a closed case needs an answer. So the case opens again if that is possible.
  const isReopening = closed && next !== undefined
  const [hasSent, setSent] = useState(false)
  const [changed, setChanged] = useState(version)
  const isChanging = patch.fetching || version < changed
  const shown = useMemo(() => [...problems, ...refusal.problems], [problems, refusal.problems])
  useFocusAfterChange(closed)

  function enter(next: string) {
    setDraft(next === '' ? undefined : next)
    setSent(false)
    onSent('')
    refuse({ problems: [] })
  }

  const send = useSingle(async (status?: string) => {
    if (isChanging) return
    // The second click of a double click.
    if (status === undefined && isEmpty && hasSent) return
    const excess = tooLong('answer', draft)
    if (excess.length > 0) return setProblems(excess)
    const settled = await files.settle()
    if (settled.problems.length > 0) return setProblems(settled.problems)
    const comments = newComments(
      text,
      settled.files.map((file) => file.id),
    )
    if (status === undefined && comments.length === 0)
      return setProblems([{ input: 'answer', message: 'Write a message.' }])
    const settle = () => {
      setDraft((current) => writtenSince(current, draft))
      files.clear(settled.files)
      setSent(true)
    }
    if (status === undefined) {
      setProblems([])
      settle()
      const message = { caseId: id, draft: name, text: draft, internal: false, files: settled.files, seen: version }
      // It is in the conversation at once, and a draft again if it cannot be sent.
      if (await sendMessage({ ...message, at: Date.now() }, sender)) onSent(sentText)
      return
    }
    const { saved, problems: found } = await patch.change({ caseInstanceId: id, status, comments })
    const problems = files.explain(found, settled.files)
    const missing = problems.filter(({ input }) => input.startsWith('caseData.'))
    onMissing(inFormWords(missing, fields))
    setProblems(problems.filter((problem) => !missing.includes(problem)))
    if (!saved) return
    settle()
    setChanged(saved.version)
    onSent(closed ? openedText : closedText)
  })

  return (
    <form
      onSubmit={submitted(() => send(isReopening ? next : undefined))}
      noValidate
      {...drop}
      className="stack answer"
      aria-label="Answer"
    >
      <ProblemList problems={shown} isLate={refusal.isLate ?? false} inputs={['answer', 'files']} />
      <CommentInput
        name="answer"
        label={closed ? 'The case is closed. Is something missing?' : 'Your message'}
        rows={3}
        problems={shown}
        value={draft}
        onChange={enter}
      />
      <FileList files={files} />
      <div className="row between">
        {/* Each place has buttons for one thing: a second click never does the opposite of the first one. */}
        {isReopening ? (
          <Button type="submit" key="open" variant="primary" loading={isChanging || files.isAwaited}>
            {isEmpty ? 'Open again' : 'Send and open again'}
          </Button>
        ) : (
          <Button type="submit" key="send" variant="primary" loading={files.isAwaited}>
            Send
          </Button>
        )}
        {isReopening && !isEmpty && <Button onClick={() => send()}>Send without opening</Button>}
        {next !== undefined && !closed && (
          <Button loading={isChanging} onClick={() => send(next)}>
            {isEmpty ? 'It is solved' : 'Send and close'}
          </Button>
        )}
        <AttachButton files={files} />
      </div>
    </form>
  )
}

/** The case is closed or open: then the button that had the focus is gone. */
function useFocusAfterChange(closed: boolean): void {
  const before = useRef(closed)
  useEffect(() => {
    const isLost = before.current !== closed && document.activeElement === document.body
    if (isLost) document.getElementById('case')?.focus({ preventScroll: true })
    before.current = closed
  }, [closed])
}

const sentText = 'We have received it. We answer here.'
const closedText = 'The case is closed. If something is missing, you can open it again here.'
const openedText = 'The case is open again. We answer here.'

/**
 * The status that closes the case, or opens it again: if there are several, one from which anything can follow, and the status of
 * new cases. Undefined if customers cannot set any.
 */
function nextStatus(available: OwnCase['availableStatuses'], closed: boolean): string | undefined {
  const others = available.filter((status) => status.closed !== closed)
  const best = others.find((status) => (closed ? status.default : status.transitions.length === 0)) ?? others[0]
  return best?.name
}

import { useEffect } from 'react'
import { type Client, useClient } from 'urql'
import { store } from '../../ui/display/store'
import { toast } from '../../ui/display/toasts'
import { explainFiles } from '../files/use-files'
import type { DraftFile } from '../files/upload-list'
import { draftNames, outgoing, randomKey, readDraft, replaceDraft } from '../../ui/form/drafts/drafts'
import { track, waitToUndo } from '../../ui/form/drafts/time-to-undo'
import { textOf } from '../../ui/form/problems/problem-list'
import type { ShownProblem } from '../../ui/form/problems/problems'
import { graphql } from '../../gql'
import { useViewer, type Viewer } from '../../session/viewer'
import { AddCommentsMutation, newComments, PatchCaseMutation } from './mutations'
import { membersOf, showPending } from './pending'
import { inTurn, saveInTurn, saveOver, undoneText } from './save-over'
import { sendChange, tellElsewhere } from './use-change'

/** A message on its way. It is stored until the service has confirmed it, and sent again if the page was left before. */
export interface Message {
  caseId: string
  /** The name of the draft that it was, and is again if it cannot be sent. */
  draft: string
  text: string
  internal: boolean
  files: readonly (DraftFile & { id: string })[]
  /** Set together with it. */
  status?: string | undefined
  /** The status before. */
  former?: string | undefined
  /** The version of the case that was shown. */
  seen: number
  /** If another operator has answered since this time, the message is not sent. Undefined if that does not matter. */
  answersAfter?: string | undefined
  /** When it was sent, in milliseconds. */
  at: number
}

interface Sender {
  client: Client
  viewer: Viewer
}

/** Why the messages of drafts were not sent, by the names of the drafts. */
const refusals = store<Readonly<Record<string, Refusal>>>({})

export interface Refusal {
  problems: readonly ShownProblem[]
  /** Whether the viewer may be doing something else since. */
  isLate?: boolean
  /** The answer of another operator that came before. */
  answer?: Answer | undefined
}

const noRefusal: Refusal = { problems: [] }

export function useRefusal(draft: string): [Refusal, (refusal: Refusal) => void] {
  return [refusals.use((all) => all[draft] ?? noRefusal), (refusal) => refuse(draft, refusal)]
}

function refuse(draft: string, refusal: Refusal): void {
  refusals.set({ ...refusals.get(), [draft]: refusal })
}

const AnswersQuery = graphql(`
  query Answers($id: ID!) {
    case(id: $id) {
      comments(last: 10) {
        nodes {
          createdAt
          internal
          author {
            login
            firstname
            email
          }
        }
      }
    }
  }
`)

export interface Answer {
  createdAt: string
  internal: boolean
  author: { login: string; firstname: string; email: string | null }
}

/** The last answer of another operator to the customer after a time. */
export function answerAfter(comments: readonly Answer[], after: string, viewer: Viewer): Answer | undefined {
  return comments.findLast(
    ({ internal, createdAt, author }) =>
      !internal && createdAt > after && author.login === 'OPERATOR' && author.email !== viewer.email,
  )
}

/** Shows a message at once, and sends it after a time in which that can be undone. Returns whether it was sent. */
export function sendMessage(message: Message, sender: Sender, delayMs = 0): Promise<boolean> {
  return track(post(message, sender, delayMs))
}

async function post(message: Message, { client, viewer }: Sender, delayMs: number): Promise<boolean> {
  const key = randomKey()
  replaceDraft(outgoing + key, message)
  const { caseId, status, text, internal, files, at } = message
  const time = waitToUndo(delayMs)
  const pending = showPending({
    caseId,
    members: {
      latest: { nodes: [{ id: key, text, internal, author: { firstname: viewer.firstname } }] },
      ...(!internal && { customerWaitingSince: null }),
      ...(status !== undefined && membersOf({ status }, viewer.statuses)),
    },
    message: { key, text, internal, files, at },
    undo: delayMs > 0 ? time.callOff : undefined,
  })
  const notice = delayMs > 0 ? toast('Sending soon …', async () => (time.callOff(), ''), delayMs) : undefined
  const end = await time.ended
  notice?.end()
  pending.replace({ undo: undefined })
  const sending = toast(end === 'undone' ? 'Not sent.' : 'Sending …')
  // Whoever leaves the page has no time to be asked.
  const sent = end === 'left' ? { ...message, answersAfter: undefined } : message
  // Messages arrive in the order in which they were sent.
  const run = () => deliver(sent, { client, viewer })
  const delivery = end === 'undone' ? noRefusal : await (end === 'over' ? inTurn(caseId, run) : run())
  const isSent = 'saved' in delivery
  pending.settle(isSent ? delivery.saved.version : undefined)
  replaceDraft(outgoing + key, undefined)
  if (end !== 'undone') sending.end()
  if (isSent) saySent(message, delivery.saved.version, { client, viewer })
  else giveBack(message, delivery)
  return isSent
}

/** Sends a message, unless another operator has answered since. */
async function deliver(
  message: Message,
  { client, viewer }: Sender,
): Promise<Refusal | { saved: { version: number } }> {
  const { caseId, text, internal, files, status, seen, answersAfter } = message
  if (answersAfter !== undefined) {
    const { data } = await client.query(AnswersQuery, { id: caseId }, { requestPolicy: 'network-only' })
    const answer = answerAfter(data?.case?.comments.nodes ?? [], answersAfter, viewer)
    if (answer) return { problems: [], answer }
  }
  const ids = files.map(({ id }) => id)
  const comments = newComments(text, ids).map((comment) => ({ ...comment, internal }))
  const input = { caseInstanceId: caseId, comments }
  const patch = (expectedVersion: number) =>
    sendChange(client, PatchCaseMutation, { ...input, status, expectedVersion })
  // A comment overwrites nothing, so that it is added whatever others have changed.
  const { saved, problems } = await (status === undefined
    ? sendChange(client, AddCommentsMutation, input)
    : saveOver({ id: caseId, seen, names: ['status'], send: patch }))
  return saved ? { saved } : { problems }
}

/** Says that a message is sent, which has made this version of its case. The status that was set with it can be undone. */
function saySent(message: Message, version: number, { client, viewer }: Sender): void {
  const { caseId, internal, status, former } = message
  const done = internal ? 'Note added.' : 'Sent.'
  if (status === undefined || former === undefined || former === status) return void toast(done)
  toast(`${done} Status: ${status}.`, async () => {
    const send = (expectedVersion: number) =>
      sendChange(client, PatchCaseMutation, { caseInstanceId: caseId, status: former, expectedVersion })
    const outcome = await saveInTurn(
      { id: caseId, seen: version, names: ['status'], send },
      { members: membersOf({ status: former }, viewer.statuses) },
    )
    return undoneText(outcome, 'The former status is back.')
  })
}

/** A message becomes a draft again, before what was written since. */
function giveBack({ draft, text, internal, files, caseId }: Message, { problems, answer }: Refusal): void {
  replaceDraft<string>(draft, (since) => [text, since].filter(Boolean).join('\n\n') || undefined)
  const filesName = `${draft} files`
  if (files.length > 0) replaceDraft<readonly DraftFile[]>(filesName, (since) => [...files, ...(since ?? [])])
  const refusal = { answer, isLate: true, problems: explainFiles(filesName, problems, files) }
  refuse(draft, refusal)
  const reason = answer ? `${answer.author.firstname} has answered the customer.` : textOf(refusal.problems)
  if (reason === '') return
  if (!tellElsewhere(caseId, `Not sent: ${reason}`)) toast(`The ${internal ? 'note' : 'message'} was not sent.`)
}

/** A page that was left has sent its messages, or they are sent again. Their keys let them take effect once. */
const abandonedMs = 15_000
const outdatedMs = 60 * 60_000

/** Sends what a page that was left has not. What is older is a draft again. It shows nothing. */
export function Outbox(): null {
  const client = useClient()
  const viewer = useViewer()
  useEffect(() => {
    const resume = (name: string) => {
      const message = readDraft<Message>(name)
      if (!message) return
      replaceDraft(name, undefined)
      if (Date.now() - message.at > outdatedMs) giveBack(message, noRefusal)
      else void sendMessage({ ...message, answersAfter: undefined }, { client, viewer })
    }
    const timers = draftNames(outgoing).map((name) => {
      const { at = 0 } = readDraft<Message>(name) ?? {}
      return setTimeout(() => resume(name), Math.max(0, at + abandonedMs - Date.now()))
    })
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [client, viewer])
  return null
}

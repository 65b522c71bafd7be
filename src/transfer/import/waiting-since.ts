import { type Happening, type Waiting, waitingAfter } from '../../cases/values/comment-effects.rules.ts'
import { isErased } from '../../people/email.ts'
import type { LoginKind } from '../../login-kinds.ts'
import type { ImportedEvent } from '../format/event-format.ts'
import type { ImportedCase, ImportedComment } from '../format/import-format.ts'

/** What is known of an imported case besides its item. */
interface Known {
  createdAt: string
  isClosed(status: string): boolean
  loginOf(email: string | null | undefined, login: LoginKind | null | undefined): LoginKind | null
}

type Step = Happening & { at: string }

/** Whether somebody waits for an answer to an imported case: by the rule of changes, from what the item says happened. */
export function waitingOf(item: ImportedCase, known: Known): Waiting<string> {
  const { createdAt, isClosed } = known
  const comments: readonly ImportedComment[] = item.comments ?? []
  const wasClosed = isClosed(firstStatus(item))
  const steps = item.history
    ? stepsOfHistory(item.history, comments, wasClosed, known)
    : comments.map((comment) => stepOf(comment, createdAt, wasClosed, known))
  const first = comments.find(({ internal }) => !internal)
  let waiting: Waiting<string> = { customerWaitingSince: wasClosed ? null : createdAt, answered: false }
  for (const step of steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    // The first comment of a new case says what it is about.
    const isNew = Date.parse(step.at) <= Date.parse(createdAt)
    const creation = { ...step, wasClosed: false, comments: step.comments.filter((each) => each !== first) }
    waiting = waitingAfter(waiting, isNew ? creation : step, step.at)
  }
  // Without a history, nobody knows what was written after the case was closed.
  const isUnknown = isErased(item.partyEmail) || (isClosed(item.status) && !item.history)
  return isUnknown || item.merge ? { ...waiting, customerWaitingSince: null } : waiting
}

const statusChange = ({ changes }: ImportedEvent) => changes?.find(({ path: [member] }) => member === 'status')

function firstStatus({ status, history }: ImportedCase): string {
  const change = history?.map(statusChange).find((each) => each !== undefined)
  return change ? String(change.from ?? change.to) : status
}

/** An event with its comments is a step. A comment with its own author, which was imported before, is another. */
function stepsOfHistory(
  history: readonly ImportedEvent[],
  comments: readonly ImportedComment[],
  isFirstClosed: boolean,
  known: Known,
): Step[] {
  const byVersion = Map.groupBy(comments, (comment) => ('version' in comment ? comment.version : 0))
  let isClosed = isFirstClosed
  return history.flatMap((event) => {
    const wasClosed = isClosed
    const to = statusChange(event)?.to
    const isMerge = event.changes?.some((change) => change.path[0] === 'links' && change.to === 'DUPLICATE_OF')
    if (to != null) isClosed = known.isClosed(String(to))
    const ofVersion = byVersion.get(event.version) ?? []
    const ofEvent = ofVersion.filter(({ authorEmail }) => authorEmail == null)
    const others = ofVersion.filter(({ authorEmail }) => authorEmail != null)
    const login = known.loginOf(event.actorEmail, event.actorLogin)
    // Nobody waits on a merged case, also if it was closed before.
    const step = { at: event.at, login, isClosed, wasClosed: wasClosed && !isMerge, comments: ofEvent }
    return [step, ...others.map((comment) => stepOf(comment, known.createdAt, isClosed, known))]
  })
}

function stepOf(comment: ImportedComment, createdAt: string, isClosed: boolean, { loginOf }: Known): Step {
  const login = loginOf(comment.authorEmail, comment.authorLogin)
  return { at: comment.createdAt ?? createdAt, login, isClosed, wasClosed: isClosed, comments: [comment] }
}

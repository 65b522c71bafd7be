import type { LoginKind } from '../../login-kinds.ts'

/** What decides whether somebody waits for an answer: who did something, and how the case is after it. */
export interface Happening {
  /** Null if nobody is known to have done it. */
  login: LoginKind | null
  isClosed: boolean
  /** Whether the case was closed before. */
  wasClosed: boolean
  /** The comments that were added. Edited and removed ones change nothing. */
  comments: readonly { internal?: boolean | null | undefined }[]
}

/** What follows from who wrote. */
export interface Waiting<Time> {
  /** Since when somebody waits for an answer. Null if nobody does. */
  customerWaitingSince: Time | null
  /** Whether an operator has answered in public. */
  answered: boolean
}

/** What follows from something that happened at a time. A party that writes on a closed case waits, unless it closes the case with it. */
export function waitingAfter<Time>(
  { customerWaitingSince: since, answered }: Waiting<Time>,
  { login, isClosed, wasClosed, comments }: Happening,
  at: Time,
): Waiting<Time> {
  const speaks = comments.some(({ internal }) => !internal)
  const isAnswer = login === 'OPERATOR' && speaks
  const isClosing = isClosed && !wasClosed
  const isReopening = wasClosed && !isClosed
  const begins = login === 'PARTY' && (speaks || isReopening)
  const waits = !isClosing && !isAnswer && (since !== null || begins)
  return { customerWaitingSince: waitingSince(since, waits, at), answered: answered || isAnswer }
}

/** The comments of a new case that may answer something. Its first public one says what it is about. */
export function answersIn<Comment extends Happening['comments'][number]>(comments: readonly Comment[]): Comment[] {
  return comments.filter(({ internal }) => !internal).slice(1)
}

/** Since when somebody waits, if anybody does after something that happened at a time. */
export function waitingSince<Time>(since: Time | null, waits: boolean, at: Time): Time | null {
  return waits ? (since ?? at) : null
}

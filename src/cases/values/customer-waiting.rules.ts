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

/** Whether somebody waits after it. A party that writes on a closed case waits, unless it closes the case with it. */
export function waitsAfter(waited: boolean, { login, isClosed, wasClosed, comments }: Happening): boolean {
  const speaks = comments.some(({ internal }) => !internal)
  const isClosing = isClosed && !wasClosed
  const isReopening = wasClosed && !isClosed
  if (isClosing || (login === 'OPERATOR' && speaks)) return false
  return waited || (login === 'PARTY' && (speaks || isReopening))
}

/** Whether somebody waits after the creation of a case. Its first public comment says what it is about, and answers nothing. */
export function waitsWhenCreated(happening: Pick<Happening, 'login' | 'isClosed' | 'comments'>): boolean {
  return waitsAfter(true, { ...happening, wasClosed: false, comments: answersIn(happening.comments) })
}

/** Whether an operator has answered in public after it. */
export function answeredAfter(answered: boolean, { login, comments }: Pick<Happening, 'login' | 'comments'>): boolean {
  return answered || (login === 'OPERATOR' && comments.some(({ internal }) => !internal))
}

/** The comments of a new case that may answer something: not the first public one. */
function answersIn(comments: Happening['comments']): Happening['comments'] {
  return comments.filter(({ internal }) => !internal).slice(1)
}

/** Whether an operator has answered in public when a case is created. */
export function answeredWhenCreated({ login, comments }: Pick<Happening, 'login' | 'comments'>): boolean {
  return answeredAfter(false, { login, comments: answersIn(comments) })
}

/** Since when somebody waits, if anybody does after something that happened at a time. */
export function waitingSince<Time>(since: Time | null, waits: boolean, at: Time): Time | null {
  return waits ? (since ?? at) : null
}

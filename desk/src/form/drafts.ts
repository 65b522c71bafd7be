import { useCallback } from 'react'
import { store } from '../display/store'
import { toast } from '../display/toasts'
import { randomKey } from './random-key'

// What was entered but not yet saved. Like the session, it belongs to one browser tab. It survives navigation, a reload
// and the end of the session, so that nothing is lost while the same person signs in again.
const storageKey = 'drafts'

interface Stored {
  /** Whose drafts they are. */
  owner: string
  drafts: Readonly<Record<string, unknown>>
  /** The idempotency keys of changes that were sent and not answered, by their input. */
  attempts: Readonly<Record<string, string>>
}

const nothing: Stored = { owner: '', drafts: {}, attempts: {} }

const stored = store(read())
warnIfNeeded()

function read(): Stored {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? nothing : withCurrentNames(JSON.parse(text) as Stored)
}

/** In tabs that were opened before, the message of a customer's new case has the name `text`. */
function withCurrentNames(stored: Stored): Stored {
  const { text, comment, ...others } = (stored.drafts['request'] ?? {}) as { text?: string; comment?: string }
  if (text === undefined) return stored
  const request = { ...others, comment: [text, comment].filter(Boolean).join('\n\n') }
  return { ...stored, drafts: { ...stored.drafts, request } }
}

function write(next: Stored): void {
  stored.set(next)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Browsers store only a few megabytes. Longer drafts are kept until the page is closed.
  }
  warnIfNeeded()
}

/** Drafts are lost when the tab is closed. Browsers do not tell whether a page is closed or reloaded. */
function warnIfNeeded(): void {
  if (hasDrafts()) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Keeps the drafts of this person, and removes those of anyone else. */
export function openDrafts(owner: string): void {
  if (stored.get().owner !== owner) discardAll(owner)
}

export function discardDrafts(): void {
  discardAll('')
}

const listeners = new Set<() => void>()

/** Calls the function when all drafts of a person are removed, for what belongs to them and cannot be stored. */
export function whenDiscarded(listener: () => void): void {
  listeners.add(listener)
}

function discardAll(owner: string): void {
  write({ ...nothing, owner })
  for (const listener of listeners) listener()
}

export function hasDrafts(): boolean {
  return Object.keys(stored.get().drafts).length > 0
}

/** The key of an attempt to make a change. It stays the same until the attempt ends, even after a reload. */
export function attemptKey(input: string): string {
  const { attempts } = stored.get()
  const key = attempts[input] ?? randomKey()
  write({ ...stored.get(), attempts: { ...attempts, [input]: key } })
  return key
}

export function endAttempt(input: string): void {
  const { [input]: _, ...attempts } = stored.get().attempts
  write({ ...stored.get(), attempts })
}

type Next<Draft> = Draft | undefined | ((current: Draft | undefined) => Draft | undefined)

/** A draft by its name, as it is now. */
export function readDraft<Draft extends object | string>(name: string): Draft | undefined {
  return stored.get().drafts[name] as Draft | undefined
}

/** Replaces a draft by its name. Undefined removes it. */
export function replaceDraft<Draft extends object | string>(name: string, next: Next<Draft>): void {
  const { [name]: current, ...others } = stored.get().drafts
  const draft = typeof next === 'function' ? next(current as Draft | undefined) : next
  write({ ...stored.get(), drafts: draft === undefined ? others : { ...others, [name]: draft } })
}

/** A draft by its name, and a function that replaces it. Undefined removes it. */
export function useDraft<Draft extends object | string>(
  name: string,
): [Draft | undefined, (next: Next<Draft>) => void] {
  const draft = stored.use(({ drafts }) => drafts[name]) as Draft | undefined
  const replace = useCallback((next: Next<Draft>) => replaceDraft(name, next), [name])
  return [draft, replace]
}

/** Whether the viewer has begun to write in a case. */
export function useHasDraft(id: string): boolean {
  return stored.use(({ drafts }) => Object.keys(drafts).some((name) => name.startsWith(`${id} `)))
}

/** Removes a draft, and offers to bring it back. */
export function discard<Draft>(draft: Draft | undefined, setDraft: (draft: Draft | undefined) => void): void {
  setDraft(undefined)
  if (draft === undefined) return
  toast('Discarded.', async () => {
    setDraft(draft)
    return 'It is back.'
  })
}

/**
 * What is left of a draft after it was sent: of values, those that were changed meanwhile. Nothing that is typed while a request is
 * under way is lost.
 */
export function changedSince<Draft>(current: Draft | undefined, sent: Draft): Draft | undefined {
  if (!isRecord(current) || !isRecord(sent))
    return JSON.stringify(current) === JSON.stringify(sent) ? undefined : current
  const left = Object.entries(current).flatMap(([name, value]) => {
    const rest = changedSince(value, sent[name])
    return rest === undefined ? [] : [[name, rest]]
  })
  return left.length === 0 ? undefined : (Object.fromEntries(left) as Draft)
}

/** What is left of a message after it was sent: what was added to it, or what it was replaced with. */
export function writtenSince(current: string | undefined, sent: string): string | undefined {
  const rest = current?.startsWith(sent) ? current.slice(sent.length).trimStart() : current
  return rest === '' ? undefined : rest
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

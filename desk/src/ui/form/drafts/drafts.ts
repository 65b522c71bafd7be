import { useCallback } from 'react'
import { store } from '../../display/store'
import { toast } from '../../display/toasts'

// What was entered but not yet saved. It belongs to a person in a browser: all tabs show the same, and it survives navigation, the end
// of the session and of the browser. The sign-in of anyone else removes it.

/** How long something is kept after it was last changed. */
const maximumAgeMs = {
  draft: 30 * 24 * 60 * 60_000,
  /** As long as the service knows idempotency keys. */
  attempt: 24 * 60 * 60_000,
}

type Kind = keyof typeof maximumAgeMs

/** How many characters all drafts of a person may take up in the storage, of which browsers offer a few million. */
const maximumLength = 1_000_000

/** Whose drafts this tab shows. Survives a reload, so that a sign-in page knows that something is kept. */
const ownerKey = 'drafts of'

type Values = Readonly<Record<string, unknown>>

interface Stored {
  /** Empty if it is not known yet. */
  owner: string
  /** By their names. */
  draft: Values
  /** The idempotency keys of changes that were sent and not answered, by their input. */
  attempt: Values
}

const prefixOf = (kind: Kind, owner: string) => `${kind} ${owner} `

const stored = store(read(sessionStorage.getItem(ownerKey) ?? ''))
/** What the storage has no room for. It is kept until the page is closed, which then asks. */
const unstored = new Set<string>()

function read(owner: string): Stored {
  return { owner, draft: valuesIn('draft', owner), attempt: valuesIn('attempt', owner) }
}

/** What the storage has of a person. Removes what is too old. */
function valuesIn(kind: Kind, owner: string): Values {
  const prefix = prefixOf(kind, owner)
  const found = Object.keys(localStorage).filter((key) => owner !== '' && key.startsWith(prefix))
  const entries = found.flatMap((key) => {
    const { value, at } = JSON.parse(localStorage.getItem(key) ?? '{}') as { value?: unknown; at?: number }
    if (Date.now() - (at ?? 0) < maximumAgeMs[kind]) return [[key.slice(prefix.length), value]]
    localStorage.removeItem(key)
    return []
  })
  return Object.fromEntries(entries)
}

/** Undefined removes it. */
function write(kind: Kind, name: string, value: unknown): void {
  const { [name]: _, ...others } = stored.get()[kind]
  stored.set({ ...stored.get(), [kind]: value === undefined ? others : { ...others, [name]: value } })
  const key = prefixOf(kind, stored.get().owner) + name
  const isStored = value !== undefined && keep(key, JSON.stringify({ value, at: Date.now() }))
  if (!isStored) localStorage.removeItem(key)
  if (isStored || value === undefined) unstored.delete(key)
  else unstored.add(key)
  warnIfNeeded()
}

/** Returns whether there was room for it. */
function keep(key: string, text: string): boolean {
  const own = Object.entries(localStorage).filter(([key]) => key.startsWith(prefixOf('draft', stored.get().owner)))
  const length = own.reduce((sum, [key, text]) => sum + key.length + String(text).length, key.length + text.length)
  if (length > maximumLength) return false
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Browsers do not tell whether a page is closed or reloaded. */
function warnIfNeeded(): void {
  if (unstored.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Another tab has changed something. */
window.addEventListener('storage', ({ key, newValue }) => {
  const { owner } = stored.get()
  if (key === null) return stored.set(read(owner))
  for (const kind of ['draft', 'attempt'] as const) {
    const prefix = prefixOf(kind, owner)
    if (!key.startsWith(prefix)) continue
    const name = key.slice(prefix.length)
    const { [name]: _, ...others } = stored.get()[kind]
    const changed = newValue === null ? {} : { [name]: (JSON.parse(newValue) as { value: unknown }).value }
    stored.set({ ...stored.get(), [kind]: { ...others, ...changed } })
  }
})

/** Shows the drafts of this person, and removes those of anyone else. */
export function openDrafts(owner: string): void {
  removeOf((key) => !key.startsWith(prefixOf('draft', owner)) && !key.startsWith(prefixOf('attempt', owner)))
  sessionStorage.setItem(ownerKey, owner)
  if (stored.get().owner !== owner) show(read(owner))
  importFormer(owner)
}

export function discardDrafts(): void {
  const { owner } = stored.get()
  removeOf((key) => key.startsWith(prefixOf('draft', owner)) || key.startsWith(prefixOf('attempt', owner)))
  sessionStorage.removeItem(ownerKey)
  show(read(''))
}

function removeOf(isMeant: (key: string) => boolean): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith('draft ') || key.startsWith('attempt '))
  for (const key of keys.filter(isMeant)) localStorage.removeItem(key)
}

const listeners = new Set<() => void>()

/** Calls the function when all drafts of a person are removed, for what belongs to them and cannot be stored. */
export function whenDiscarded(listener: () => void): void {
  listeners.add(listener)
}

function show(next: Stored): void {
  const isLeft = stored.get().owner !== ''
  stored.set(next)
  unstored.clear()
  warnIfNeeded()
  if (isLeft) for (const listener of listeners) listener()
}

/** In tabs that were opened before, drafts are in the storage of the tab, and the message of a customer's new case may be named `text`. */
function importFormer(owner: string): void {
  const former = JSON.parse(sessionStorage.getItem('drafts') ?? '{}') as { owner?: string; drafts?: Values }
  sessionStorage.removeItem('drafts')
  if (former.owner !== owner) return
  for (const [name, draft] of Object.entries(former.drafts ?? {})) {
    const { text, comment, ...others } = (name === 'request' ? draft : {}) as { text?: string; comment?: string }
    const request = { ...others, comment: [text, comment].filter(Boolean).join('\n\n') }
    write('draft', name, text === undefined ? draft : request)
  }
}

export function hasDrafts(): boolean {
  return Object.keys(stored.get().draft).length > 0
}

/** Whether something was entered for a case: a message, a note, values, or the text of a comment. */
export function useHasDraft(id: string): boolean {
  return stored.use(({ draft }) =>
    Object.keys(draft).some((name) => name.startsWith(`${id} `) || name.startsWith(`comment:${id}:`)),
  )
}

/** How the names of messages begin that are on their way. */
export const outgoing = 'outgoing '

/** The names of the drafts that begin with this. */
export function draftNames(start: string): string[] {
  return Object.keys(stored.get().draft).filter((name) => name.startsWith(start))
}

/** The key of an attempt to make a change. It stays the same until the attempt ends, even after a reload. */
export function attemptKey(input: string): string {
  const key = (stored.get().attempt[input] as string | undefined) ?? randomKey()
  write('attempt', input, key)
  return key
}

export function endAttempt(input: string): void {
  write('attempt', input, undefined)
}

/** A key that nobody else has. `crypto.randomUUID` exists only over TLS and on this machine. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type Next<Draft> = Draft | undefined | ((current: Draft | undefined) => Draft | undefined)

/** A draft by its name, as it is now. */
export function readDraft<Draft extends object | string>(name: string): Draft | undefined {
  return stored.get().draft[name] as Draft | undefined
}

/** Replaces a draft by its name. Undefined removes it. */
export function replaceDraft<Draft extends object | string>(name: string, next: Next<Draft>): void {
  write('draft', name, typeof next === 'function' ? next(readDraft<Draft>(name)) : next)
}

/** A draft by its name, and a function that replaces it. Undefined removes it. */
export function useDraft<Draft extends object | string>(
  name: string,
): [Draft | undefined, (next: Next<Draft>) => void] {
  const draft = stored.use(({ draft }) => draft[name]) as Draft | undefined
  const replace = useCallback((next: Next<Draft>) => replaceDraft(name, next), [name])
  return [draft, replace]
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

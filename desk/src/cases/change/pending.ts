import { useMemo } from 'react'
import { store } from '../../ui/display/store'
import type { DraftFile } from '../files/upload-list'
import type { Viewer } from '../../session/viewer'
import type { EnteredTexts } from '../../ui/words/case-values'
import type { Target } from './assignee-input'

/** A message that is shown before the service has it. */
export interface PendingMessage {
  key: string
  text: string
  internal: boolean
  files: readonly DraftFile[]
  /** In milliseconds. */
  at: number
}

/** A change of a case that is shown before the service has confirmed it. */
export interface Pending {
  caseId: string
  /** What the case has instead, as queries return it. */
  members?: Readonly<Record<string, unknown>>
  message?: PendingMessage
  /** The ID of a comment that is removed. */
  removed?: string
  /** Calls it off. Undefined if it is being sent, or was. */
  undo?: (() => void) | undefined
  /** The version that it has made. Undefined until the service has confirmed it. */
  made?: number
}

const changes = store<readonly Pending[]>([])
/** They are shown until a newer version of their case is loaded. */
const keptConfirmed = 50

/** Shows a change at once. `settle` gets the version that it has made. Undefined if it was not made, and is no longer shown. */
export function showPending(begun: Pending) {
  let current = begun
  changes.set([...changes.get(), current])
  const replace = (next: Pending) => {
    changes.set(changes.get().map((each) => (each === current ? next : each)))
    current = next
  }
  return {
    replace: (change: Partial<Pending>) => replace({ ...current, ...change }),
    settle(made: number | undefined) {
      if (made !== undefined) replace({ ...current, made })
      const confirmed = changes.get().filter((each) => each.made !== undefined)
      const outdated = new Set(confirmed.slice(0, -keptConfirmed))
      changes.set(changes.get().filter((each) => !outdated.has(each) && (made !== undefined || each !== current)))
    },
  }
}

interface Versioned {
  id: string
  version: number
}

/** The changes that this version of a case does not have yet, oldest first. */
export function usePending({ id, version }: Versioned): readonly Pending[] {
  const all = changes.use((all) => all)
  return useMemo(() => all.filter(({ caseId, made = Infinity }) => caseId === id && made > version), [all, id, version])
}

/** A case as it is when all changes have been made. */
export function useShown<Case extends Versioned>(of: Case): Case {
  const pending = usePending(of)
  return useMemo(() => Object.assign({}, of, ...pending.map(({ members }) => members)) as Case, [of, pending])
}

/** For the element that shows the values of a case: whether one of them is not confirmed. */
export function usePendingMark(of: Versioned): { 'data-pending': true | undefined } {
  const isValue = (name: string) => name !== 'latest' && name !== 'customerWaitingSince'
  const isPending = usePending(of).some(
    ({ made, members = {} }) => made === undefined && Object.keys(members).some(isValue),
  )
  return { 'data-pending': isPending || undefined }
}

/** What a case has for entered values, as queries return it. */
export function membersOf(values: EnteredTexts, statuses: Viewer['statuses']): Record<string, unknown> {
  const { status, ...texts } = values
  const caseStatus = statuses.find(({ name }) => name === status)
  const known = Object.entries(texts).filter(([name]) => ['priority', 'resolution', 'subject'].includes(name))
  return {
    ...Object.fromEntries(known.map(([name, text]) => [name, text === '' ? null : text])),
    ...(caseStatus && { status, caseStatus }),
  }
}

/** What a case has that is assigned to an operator or a group. */
export function assignedTo(target: Target | null, name: string): Record<string, unknown> {
  return {
    assignee: target && 'email' in target ? { email: target.email, firstname: name } : null,
    group: target && 'groupName' in target ? { name: target.groupName } : null,
  }
}

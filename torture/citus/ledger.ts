import type { Caller } from '../graphql-request.ts'
import type { Outcome } from '../client.ts'

export type Kind = 'update' | 'assign' | 'comment' | 'create' | 'register' | 'take'

/** A change as its client knows it. One with a key may have been sent several times. */
export interface Entry {
  kind: Kind
  key: string | undefined
  /** The comment that it adds, which is unique. Assignments and taking the next case add none. */
  text: string
  /** The case that it changes. A new or taken case is known once the change is acknowledged. */
  caseId: number | undefined
  /** The acknowledged version. */
  version: number | undefined
  /** The address of the party that it registers. */
  partyEmail: string | undefined
  caller: Caller
  outcome: Outcome
  /** Different answers to the same change. */
  answers: Set<string>
}

type Known = Pick<Entry, 'key' | 'text' | 'caseId' | 'partyEmail' | 'caller'>

export function newEntry(kind: Kind, known: Known): Entry {
  return { kind, ...known, version: undefined, outcome: 'unsent', answers: new Set() }
}

/** If one request of several may have been executed, so may the change. */
export function combined(before: Outcome, outcome: Outcome): Outcome {
  if (before === 'acknowledged' || outcome === 'unsent') return before
  return outcome === 'acknowledged' || before !== 'unknown' ? outcome : before
}

/** A change or read that was sent. */
export interface Sent {
  /** Undefined if its server was not known before, or if the request had other changes. */
  caseId: number | undefined
  isRead: boolean
  outcome: Outcome
  sentAt: number
  endedAt: number
}

/** A response with status 500. */
export interface InternalError {
  isRead: boolean
  sentAt: number
  at: number
  body: string
}

/** Records what clients send and read, so that it can be compared with the database. */
export class Ledger {
  readonly entries: Entry[] = []
  readonly sent: Sent[] = []
  readonly internalErrors: InternalError[] = []
  readonly violations: string[] = []
  /** The highest acknowledged version of each case. */
  readonly versions = new Map<number, number>()
  /** Those who may read a case. */
  readonly readers = new Map<number, Caller>()
  /** The reads that returned an older version than one acknowledged before. */
  readonly olderReads: string[] = []
  acknowledged = 0

  acknowledge(entry: Entry, { id, version }: { id: number; version: number }): void {
    this.acknowledged++
    entry.caseId = id
    entry.version = version
    this.readers.set(id, entry.caller)
    this.versions.set(id, Math.max(version, this.versions.get(id) ?? 0))
  }

  get reads(): number {
    return this.sent.filter(({ isRead, outcome }) => isRead && outcome === 'acknowledged').length
  }

  /** The last cases that were changed. */
  lastCases(count: number): number[] {
    return [...new Set(this.sent.slice(-8 * count).flatMap(({ caseId }) => caseId ?? []))].slice(-count)
  }

  count(outcome: Outcome): number {
    return this.sent.filter((sent) => sent.outcome === outcome).length
  }
}

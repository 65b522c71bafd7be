import type { Outcome } from '../client.ts'

export type Kind = 'update' | 'create' | 'take'

/** A change as its client knows it. One with a key may have been sent several times. */
export interface Entry {
  kind: Kind
  key: string | undefined
  /** The comment that it adds, which is unique. Taking the next case adds none. */
  text: string
  /** The case that it changes. A new or taken case is known once the change is acknowledged. */
  caseId: number | undefined
  outcome: Outcome
  /** Different answers to the same change. */
  answers: Set<string>
}

/** One request for a change. */
export interface Sent {
  caseId: number | undefined
  outcome: Outcome
  sentAt: number
  endedAt: number
}

/** A response with status 500. */
export interface InternalError {
  isRead: boolean
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
  /** The number of reads that were answered, and those that returned an older version than one acknowledged before. */
  reads = 0
  readonly olderReads: string[] = []
  acknowledged = 0

  acknowledge(caseId: number, version: number): void {
    this.acknowledged++
    this.versions.set(caseId, Math.max(version, this.versions.get(caseId) ?? 0))
  }

  /** The last cases that were changed. */
  lastCases(count: number): number[] {
    return [...new Set(this.sent.slice(-4 * count).flatMap(({ caseId }) => caseId ?? []))].slice(-count)
  }
}

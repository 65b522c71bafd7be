import type { CaseEventKind, CaseLinkKind, SlaGoalKind, SlaState } from '../../gql/graphql'

/** The kinds of people who sign in. */
export const loginNames = { OPERATOR: 'Operator', PARTY: 'Customer', CONSUMER: 'Consumer', ADMIN: 'Admin' } as const

export type Login = keyof typeof loginNames

export const eventKindNames: Record<CaseEventKind, string> = {
  CREATED: 'Created',
  IMPORTED: 'Imported',
  UPDATED: 'Updated',
  ASSIGNED: 'Assigned',
  UNASSIGNED: 'Unassigned',
  COMMENTED: 'Commented',
  COMMENT_EDITED: 'Comment edited',
  COMMENT_REMOVED: 'Comment removed',
  LINKED: 'Linked',
  UNLINKED: 'Link removed',
  MERGED: 'Merged',
  UNMERGED: 'Merge reversed',
  OVERDUE: 'Deadline passed',
}

/** How a case relates to the other case of a link, before the name of that case. */
export const linkKindNames: Record<CaseLinkKind, string> = {
  RELATED: 'Related to',
  PARENT: 'Part of',
  CHILD: 'Contains',
  DUPLICATE_OF: 'Merged into',
  HAS_DUPLICATE: 'Merged from',
}

export const goalKindNames: Record<SlaGoalKind, string> = {
  FIRST_REPLY: 'First reply',
  NEXT_REPLY: 'Next reply',
  RESOLUTION: 'Resolution',
}

export const slaStateNames: Record<SlaState, string> = {
  RUNNING: 'Runs',
  PAUSED: 'Paused',
  OVERDUE: 'Overdue',
  MET: 'Met',
  MISSED: 'Missed',
}

/** How another case can relate to a case. */
export const linkKindDescriptions = {
  RELATED: 'The other case is related to this one.',
  PARENT: 'This case is part of the other one. A case has at most one parent.',
  CHILD: 'The other case is part of this one.',
  DUPLICATE_OF: 'This case was merged into the other one.',
  HAS_DUPLICATE: 'The other case was merged into this one.',
}

export type CaseLinkKind = keyof typeof linkKindDescriptions

/** A link as seen from one of its cases. */
export interface ShownLink {
  otherId: number
  /** How the other case relates to this one. */
  kind: CaseLinkKind
  createdAt: Date
}

/** What another case can be to a case. */
export const linkKindDescriptions = {
  RELATED: 'The other case has to do with this one.',
  PARENT: 'This case is a part of the other one. A case has at most one parent.',
  CHILD: 'The other case is a part of this one.',
  DUPLICATE_OF: 'The other case continues this one, which was merged into it.',
  HAS_DUPLICATE: 'The other case was merged into this one.',
}

export type CaseLinkKind = keyof typeof linkKindDescriptions

/** A link as one of its cases shows it. */
export interface ShownLink {
  otherId: number
  /** What the other case is to this one. */
  kind: CaseLinkKind
  createdAt: Date
}

import type { StoredLinkKind } from '../case.entity.ts'
import type { CaseLinkKind, ShownLink } from '../link-kinds.ts'

export const maximumLinks = 100
/** Limits how many cases a change of a parent has to read and lock. */
export const maximumAncestors = 1_000

/** What is stored about the links of a case. Times are in ISO 8601. */
export interface StoredLinks {
  links: readonly { otherId: number; kind: StoredLinkKind; createdAt: string }[]
  /** The case that it was merged into, the one that a caller named, and the time of the latest merge. Null if it is not merged. */
  merge: { mergedIntoId: number; directId: number; mergedAt: string } | null
  /** The cases that were merged into it. */
  duplicates: readonly { otherId: number; mergedAt: string }[]
}

/** The links of a case, oldest first. A merge hides another link between the same two cases until it is reversed. */
export function shownLinks({ links, merge, duplicates }: StoredLinks): ShownLink[] {
  const linkOf = (otherId: number, kind: CaseLinkKind, at: string) => ({ otherId, kind, createdAt: new Date(at) })
  const all = [
    ...links.map(({ otherId, kind, createdAt }) => linkOf(otherId, kind, createdAt)),
    ...duplicates.map(({ otherId, mergedAt }) => linkOf(otherId, 'HAS_DUPLICATE', mergedAt)),
    ...(merge ? [linkOf(merge.mergedIntoId, 'DUPLICATE_OF', merge.mergedAt)] : []),
  ]
  return inOrder(new Map(all.map((link) => [link.otherId, link])))
}

/** The links, oldest first. */
export function inOrder(links: ReadonlyMap<number, ShownLink>): ShownLink[] {
  const all = [...links.values()]
  return all.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.otherId - b.otherId)
}

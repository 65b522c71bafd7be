import type { ChangedValue } from '../case.entity.ts'
import type { StoredLinkKind } from '../case.entity.ts'
import type { LoadedCase } from '../case-facts.ts'
import type { Decision } from '../change/change-case.ts'
import type { LinkEdit, Merge } from '../change/change-together.ts'
import type { CaseEventKind } from '../event-kinds.ts'
import { changedValues } from '../values/case-values.ts'
import type { LinkFacts } from './link-facts.ts'
import { shownLinks, type StoredLinks } from './stored-links.rules.ts'

/** The kind of the same link, as seen from the other case. */
export const oppositeKinds: Readonly<Record<StoredLinkKind, StoredLinkKind>> = {
  RELATED: 'RELATED',
  PARENT: 'CHILD',
  CHILD: 'PARENT',
}

/** The links after a change, for each case whose links it changes. */
type LinksAfter = ReadonlyMap<number, StoredLinks>

/** The links of a case after the one to another case is replaced, or removed if `link` is null. */
export function withLink(
  { links, ...stored }: StoredLinks,
  otherId: number,
  link: { kind: StoredLinkKind; createdAt: string } | null,
): StoredLinks {
  const others = links.filter((each) => each.otherId !== otherId)
  return { ...stored, links: link ? [...others, { otherId, ...link }] : others }
}

interface LinksChange {
  kind: CaseEventKind
  /** The values of the case after it. */
  values: LoadedCase
  after: LinksAfter
  guards?: readonly { id: number; version: number }[]
  /** Changes of links to cases that are not loaded. */
  edits?: readonly LinkEdit[]
}

/** The change of the case and of the others, or null if no link changes. */
export function toChange(
  { case: current, involved }: LinkFacts & { case: LoadedCase },
  { kind, values, after, guards = [], edits = [] }: LinksChange,
): Decision<never> {
  const changes = [...after].map(([id, stored]) => {
    const { case: row, stored: before } = involved.get(id)!
    return { case: row, changes: changedLinks(before, stored), merge: mergeOf(stored), before, stored }
  })
  const [first, ...others] = changes.sort((a, b) => Number(b.case.id === current.id) - Number(a.case.id === current.id))
  if (!first || first.changes.length === 0) return { change: null }
  const links = [...changes.flatMap((change) => editsOf(change.case.id, change.before, change.stored)), ...edits]
  return {
    change: {
      kind,
      values,
      changes: [...changedValues(current, values), ...first.changes],
      comments: [],
      together: { others, guards, links, merge: first.merge, linksAfter: shownLinks(first.stored) },
    },
  }
}

function mergeOf({ merge }: StoredLinks): Merge {
  return { mergedIntoId: merge?.mergedIntoId ?? null, directId: merge?.directId ?? null }
}

/** The changes of the links that the event of a case records. */
function changedLinks(before: StoredLinks, after: StoredLinks): ChangedValue[] {
  const changes = differences(shownLinks(before), shownLinks(after))
  return changes.map(({ otherId, from, to }) => ({ path: ['links', `${otherId}`], from, to }))
}

function editsOf(caseId: number, before: StoredLinks, after: StoredLinks): LinkEdit[] {
  return differences(before.links, after.links).map(({ otherId, to: kind }) => ({ caseId, otherId, kind }))
}

/** The links that have another kind. Null if there is none. */
function differences<Kind>(before: readonly LinkOf<Kind>[], after: readonly LinkOf<Kind>[]) {
  const kinds = (links: readonly LinkOf<Kind>[]) => new Map(links.map(({ otherId, kind }) => [otherId, kind]))
  const [former, later] = [kinds(before), kinds(after)]
  const all = [...new Set([...former.keys(), ...later.keys()])]
  return all
    .map((otherId) => ({ otherId, from: former.get(otherId) ?? null, to: later.get(otherId) ?? null }))
    .filter(({ from, to }) => from !== to)
}

type LinkOf<Kind> = { otherId: number; kind: Kind }

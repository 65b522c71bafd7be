import { useDraft } from '../../form/drafts'
import type { Item } from './item-kind'
import { isSame } from './shown-value'

interface Stored<Values> {
  /** The version that the admin saw. */
  seen: number
  /** What it contained. */
  base: Values
  /** What the admin has entered. Everything else shows what is stored now. */
  entered: Partial<Values>
}

/** What is entered for an item, or for a new one, together with what is stored. */
export function useItemDraft<Values extends object>(
  { part }: { part: string },
  item: Item<Values> | null,
  empty: Values,
) {
  const [draft, setDraft] = useDraft<Stored<Values>>(`${part} ${JSON.stringify(item?.key ?? 'new')}`)
  const stored = item?.values ?? empty
  const version = item?.version ?? 0
  const { seen, base, entered } = draft ?? { seen: version, base: stored, entered: {} }
  return {
    values: { ...stored, ...entered },
    hasDraft: draft !== undefined,
    /** The version of which changes are saved. */
    seen,
    /** What others have changed since the admin saw it. */
    changedMeanwhile: seen === version ? [] : changedMembers(base, stored, entered),
    isOutdated: seen !== version,
    change: (values: Partial<Values>) => setDraft({ seen, base, entered: { ...entered, ...values } }),
    /** The admin has seen what is stored now. */
    see: () => setDraft({ seen: version, base: stored, entered }),
    discard: () => setDraft(undefined),
  }
}

export interface ChangedMember {
  name: string
  from: unknown
  to: unknown
  /** Whether the admin has changed it too. */
  isEntered: boolean
}

function changedMembers<Values extends object>(
  base: Values,
  stored: Values,
  entered: Partial<Values>,
): ChangedMember[] {
  const names = Object.keys(stored) as (keyof Values & string)[]
  return names
    .filter((name) => !isSame(base[name], stored[name]))
    .map((name) => ({ name, from: base[name], to: stored[name], isEntered: name in entered }))
}

import { changedSince } from '../../../ui/form/drafts/changed-since'
import { discard, useDraft } from '../../../ui/form/drafts/drafts'
import type { Change } from '../configuration/change-list'
import { type Inputs, initialValues, isSame, type Values } from './inputs'
import type { Item } from './item-kind'

interface Stored {
  /** When the admin began. */
  since: string
  /** The version that the admin saw. */
  seen: number
  /** What it contained. */
  base: Values
  /** What the admin has entered. Everything else shows what is stored now. */
  entered: Values
  /** What is typed into the inputs that add to lists, and not added yet. */
  typed: Readonly<Record<string, string>>
}

export type ItemDraft = ReturnType<typeof useItemDraft>

/** What is entered for an item, or for a new one, together with what is stored. `name` is that of the kind of items. */
export function useItemDraft(name: string, inputs: Inputs, item: Item | null) {
  const [draft, setDraft] = useDraft<Stored>(`${name} ${JSON.stringify(item?.key ?? 'new')}`)
  const stored = item?.values ?? initialValues(inputs)
  const version = item?.version ?? 0
  const none: Omit<Stored, 'since'> = { seen: version, base: stored, entered: {}, typed: {} }
  const { seen, base, entered, typed } = draft ?? none
  const update = (next: (current: Stored) => Partial<Stored>) =>
    setDraft((current = { ...none, since: new Date().toISOString() }) => ({ ...current, ...next(current) }))
  return {
    values: { ...stored, ...entered } as Values,
    entered,
    /** When the admin began to change it. Undefined if nothing is entered. */
    since: draft?.since,
    typed,
    /** The version of which changes are saved. */
    seen,
    version,
    /** What others have changed since the admin saw it. */
    changedMeanwhile: seen === version ? [] : changesBetween(base, stored),
    isOutdated: seen !== version && item !== null,
    change: (values: Values) => update((current) => ({ entered: { ...current.entered, ...values } })),
    type: (name: string, text: string) => update((current) => ({ typed: { ...current.typed, [name]: text } })),
    /** The admin has seen what is stored now. */
    see: () => update(() => ({ seen: version, base: stored })),
    discard: () => discard(draft, setDraft),
    /** Removes what was saved. What was entered meanwhile stays. */
    settle(saved: Values, savedVersion: number) {
      setDraft((current) => {
        const rest = changedSince(current?.entered, saved)
        const isTyped = Object.values(current?.typed ?? {}).some((text) => text.trim() !== '')
        if (!current || (rest === undefined && !isTyped)) return undefined
        return { ...current, seen: savedVersion, base: { ...stored, ...saved }, entered: rest ?? {} }
      })
    },
  }
}

/** The differences as the service shows them: of the elements of a list, those that were added, removed and changed. */
function changesBetween(before: object, after: object): Change[] {
  return Object.entries(after).flatMap(([name, to]: [string, unknown]): Change[] => {
    const from = (before as Record<string, unknown>)[name]
    if (isSame(from, to)) return []
    if (!Array.isArray(from) || !Array.isArray(to)) return [{ path: [name], from, to }]
    const [old, current] = [elementsOf(from), elementsOf(to)]
    const removed = [...old].filter(([key]) => !current.has(key)).map(([, each]) => ({ ...each, to: null }))
    const others = [...current].flatMap(([key, { path, from: element }]): Change[] => {
      const former = old.get(key)?.from
      if (former === undefined) return [{ path, from: null, to: element }]
      return typeof element === 'object'
        ? changesBetween(former as object, element as object).map((each) => ({
            ...each,
            path: [...path, ...each.path],
          }))
        : []
    })
    const changes = [...removed, ...others].map((each) => ({ ...each, path: [name, ...each.path] }))
    return changes.length > 0 ? changes : [{ path: [name], from: [...old.keys()], to: [...current.keys()] }]
  })
}

/** The elements of a list by their keys: texts, fields by name, choices by value, and grants by their codes. */
function elementsOf(list: readonly unknown[]): Map<string, { path: string[]; from: unknown }> {
  return new Map(
    list.map((element) => {
      const { name, value, typeCode, categoryCode } = Object(element) as Record<string, string | undefined>
      const path = typeof element === 'string' ? [element] : [name ?? value ?? typeCode ?? '']
      if (categoryCode !== undefined) path.push(categoryCode)
      return [path.join(' '), { path, from: element }]
    }),
  )
}

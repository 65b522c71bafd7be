import { useState } from 'react'
import type { EnteredData } from '../../../ui/form/inputs/case-data-inputs'
import { changedSince } from '../../../ui/form/drafts/changed-since'
import { discard, readDraft, useDraft } from '../../../ui/form/drafts/drafts'
import type { EnteredTexts } from '../../../ui/words/case-values'

/** What the viewer has entered. Everything else shows the value that the case has now. */
export interface EnteredValues extends EnteredTexts {
  typeCategory?: string
  caseData?: EnteredData
}

export interface EnteredDraft {
  /** The version of the case that the viewer saw when entering the first value. */
  seen: number
  values: EnteredValues
}

/** What is entered for a case and not saved. What was saved is shown until the case is loaded again. */
export function useEnteredValues({ id, version }: { id: string; version: number }) {
  const name = `${id} values`
  const [draft, setDraft] = useDraft<EnteredDraft>(name)
  const [saved, setSaved] = useState<EnteredDraft | null>(null)
  return {
    entered: merged(saved && saved.seen > version ? saved.values : {}, draft?.values ?? {}),
    hasEntered: draft !== undefined,
    enter(change: EnteredValues) {
      setDraft((before) => ({ seen: before?.seen ?? version, values: merged(before?.values ?? {}, change) }))
    },
    /** What is not saved, as it is now. */
    read: () => readDraft<EnteredDraft>(name),
    /** Removes what was saved. What was entered meanwhile stays. */
    settle({ values: sent }: EnteredDraft, seen: number) {
      setSaved({ seen, values: sent })
      setDraft((current) => {
        const values = changedSince(current?.values, sent)
        return values && { seen, values }
      })
    },
    /** Shows values until a newer version than this one is loaded. Null ends it. */
    show: setSaved,
    /** Discards one value, or all. */
    discard(only?: keyof EnteredValues) {
      const isMeant = (name: string) => only === undefined || name === only
      const [rest, discarded] = [false, true].map((meant) =>
        Object.fromEntries(Object.entries(draft?.values ?? {}).filter(([name]) => isMeant(name) === meant)),
      ) as [EnteredValues, EnteredValues]
      const without = draft && Object.keys(rest).length > 0 ? { ...draft, values: rest } : undefined
      // What was entered since stays.
      const withSince = (former: EnteredDraft) => (since: EnteredDraft | undefined) => ({
        ...former,
        values: merged(discarded, since?.values ?? {}),
      })
      if (Object.keys(discarded).length > 0) discard(draft, (next) => setDraft(next ? withSince(next) : without))
      setSaved(null)
    },
  }
}

function merged(before: EnteredValues, after: EnteredValues): EnteredValues {
  if (!before.caseData || !after.caseData) return { ...before, ...after }
  return { ...before, ...after, caseData: { ...before.caseData, ...after.caseData } }
}

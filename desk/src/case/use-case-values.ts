import { useRef, useState } from 'react'
import { caseDataFrom, type EnteredData, FieldDefinition, inFormWords } from '../form/case-data-inputs'
import { readDraft, useDraft } from '../form/drafts'
import { useProblems } from '../form/problem-list'
import { TypeCategory, typeCategoryKey } from '../form/select-options'
import { useChange } from '../form/use-change'
import { graphql, unmask } from '../gql'
import type { CasePriority } from '../gql/graphql'
import { toast } from '../toasts'
import type { CaseFormProperties } from './open-case'
import { PatchCaseMutation } from './patch-case'

const UpdatableCase = graphql(`
  fragment UpdatableCase on Case {
    id
    categoryCode
    typeCode
    status
    resolution
    subject
    priority
    fields {
      ...FieldDefinition
      name
      value
    }
    availableStatuses {
      name
      active
    }
    availableResolutions {
      name
      active
    }
    availableTypeCategories {
      ...TypeCategory
    }
  }
`)

/** What the viewer has entered. Everything else shows the value that the case has now. */
export interface EnteredValues {
  typeCategory?: string
  status?: string
  resolution?: string
  priority?: CasePriority
  subject?: string
  caseData?: EnteredData
}

interface Draft {
  /** The version of the case that the viewer saw when entering the first value. */
  seen: number
  values: EnteredValues
}

/**
 * The values of a case, each saved by itself. What could not be saved is kept, and sent together with the next value: a status that
 * closes the case waits for the fields that it needs.
 */
export function useCaseValues({ of, onConflict }: CaseFormProperties) {
  const current = unmask(UpdatableCase, of)
  const name = `${of.id} values`
  const last = useRef<Promise<boolean>>(Promise.resolve(true))
  const [draft, setDraft] = useDraft<Draft>(name)
  const [problems, setProblems] = useProblems()
  /** The version that is saved over, and what others have changed to it. */
  const [conflict, setConflict] = useState<{ version: number; names: readonly string[] } | null>(null)
  const { fetching, change } = useChange(PatchCaseMutation)
  const [saved, setSaved] = useState<Draft | null>(null)
  // Until the case is loaded again, it shows what was saved.
  const entered = merged(saved && saved.seen > of.version ? saved.values : {}, draft?.values ?? {})

  const available = unmask(TypeCategory, current.availableTypeCategories)
  const currentKey = JSON.stringify([current.typeCode, current.categoryCode])
  const find = (key: string | undefined) => available.find((each) => typeCategoryKey(each) === key)
  const chosen = find(entered.typeCategory)
  const isOtherType = chosen !== undefined && chosen.caseTypeCode !== current.typeCode
  const fields = isOtherType ? chosen.fields : current.fields

  function inputOf({ typeCategory, caseData, ...values }: EnteredValues) {
    const type = find(typeCategory)
    const sent = isOtherType ? fields : fields.filter(({ name }) => caseData && name in caseData)
    const data = isOtherType ? { ...enteredFrom(current.fields), ...caseData } : (caseData ?? {})
    return {
      ...values,
      ...(type && { typeCode: type.caseTypeCode, categoryCode: type.caseCategoryCode }),
      ...(sent.length > 0 && { caseData: caseDataFrom(sent, data) }),
    }
  }

  async function send(version?: number): Promise<boolean> {
    const sent = readDraft<Draft>(name)
    if (!sent) return true
    const input = inputOf(sent.values)
    const outcome = await change({ caseInstanceId: of.id, expectedVersion: version ?? sent.seen, ...input })
    if (outcome.conflict) {
      const { currentVersion, changed } = outcome.conflict
      const names = namesOf(input)
      const overwritten = changed ? names.filter((name) => changed.includes(name)) : names
      // Others have changed something else.
      if (overwritten.length === 0) return send(currentVersion)
      setConflict({ version: currentVersion, names: overwritten })
      onConflict()
      return false
    }
    setProblems(inFormWords(outcome.problems, fields))
    if (!outcome.saved) return false
    const { version: seen } = outcome.saved
    setSaved({ seen, values: sent.values })
    setDraft((current) => current && unsaved(current, sent.values, seen))
    setConflict(null)
    toast('Saved.')
    return true
  }

  /** One after the other, so that no value meets the version that the one before it has made. */
  function save(version?: number): Promise<boolean> {
    const result = last.current.then(() => send(version))
    last.current = result
    return result
  }

  function enter(change: EnteredValues) {
    setDraft((before) => ({ seen: before?.seen ?? of.version, values: merged(before?.values ?? {}, change) }))
  }

  function discard() {
    setDraft(undefined)
    setSaved(null)
    setConflict(null)
    setProblems([])
  }

  return {
    current,
    available,
    currentKey,
    chosen: chosen ?? find(currentKey),
    fields,
    isOtherType,
    entered,
    data: { ...enteredFrom(current.fields), ...entered.caseData },
    problems,
    conflict: conflict?.names ?? [],
    isSaving: fetching,
    hasEntered: draft !== undefined,
    enter,
    discard,
    /** Saves a value with those that are not saved yet. */
    choose(change: EnteredValues) {
      enter(change)
      return save()
    },
    /** Saves what is entered, after a conflict over what others have changed. */
    save: () => save(conflict?.version),
  }
}

function merged(before: EnteredValues, after: EnteredValues): EnteredValues {
  if (!before.caseData || !after.caseData) return { ...before, ...after }
  return { ...before, ...after, caseData: { ...before.caseData, ...after.caseData } }
}

/** What was entered after the values were sent. Undefined if nothing was. */
function unsaved({ values }: Draft, sent: EnteredValues, seen: number): Draft | undefined {
  const { caseData, ...others } = values
  const fields: EnteredData = Object.fromEntries(entriesWithout(caseData ?? {}, sent.caseData ?? {}))
  const rest: EnteredValues = Object.fromEntries(entriesWithout(others, sent))
  if (Object.keys(fields).length > 0) rest.caseData = fields
  return Object.keys(rest).length === 0 ? undefined : { seen, values: rest }
}

function entriesWithout<Value>(values: Record<string, Value>, sent: object): [string, Value][] {
  const old = new Map<string, unknown>(Object.entries(sent))
  return Object.entries(values).filter(([name, value]) => old.get(name) !== value)
}

export type CaseValues = ReturnType<typeof useCaseValues>

function namesOf({ caseData = {}, ...values }: { caseData?: object | undefined }): string[] {
  return [...Object.keys(values), ...Object.keys(caseData).map((name) => `caseData.${name}`)]
}

function enteredFrom(fields: readonly { name: string; value: unknown }[]): EnteredData {
  return Object.fromEntries(
    fields.flatMap(({ name, value }) =>
      value === null ? [] : [[name, typeof value === 'boolean' ? value : String(value)]],
    ),
  )
}

/** Whether a field is saved as soon as a value is chosen. Others are typed, and saved when the input is left. */
export function isChosen(fields: CaseValues['fields'], name: string): boolean {
  const field = unmask(FieldDefinition, fields).find((each) => each.name === name)
  return field?.kind === 'BOOLEAN' || field?.kind === 'CHOICE'
}

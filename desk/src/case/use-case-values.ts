import { useRef, useState } from 'react'
import { caseDataFrom, type EnteredData, inFormWords } from '../form/case-data-inputs'
import { discard } from '../form/discard'
import { changedSince, readDraft, useDraft } from '../form/drafts'
import { textOf, useProblems } from '../form/problem-list'
import { TypeCategory, typeCategoryKey } from '../form/select-options'
import { useChange } from '../change/use-change'
import { graphql, unmask } from '../gql'
import type { CasePriority } from '../gql/graphql'
import { toast } from '../display/toasts'
import type { CaseFormProperties } from '../change/open-case'
import { PatchCaseMutation } from '../change/mutations'
import { inTurn, saveOver } from '../change/save-over'

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
  const [draft, setDraft] = useDraft<Draft>(name)
  const [problems, setProblems] = useProblems()
  /** The version that is saved over, and what others have changed to it. */
  const [conflict, setConflict] = useState<{ version: number; names: readonly string[] } | null>(null)
  const { fetching, change } = useChange(PatchCaseMutation)
  const [saved, setSaved] = useState<Draft | null>(null)
  /** What was saved since, oldest first, with the versions that it made. */
  const saves = useRef<{ seen: number; input: ReturnType<typeof inputOf> }[]>([])
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

  const saveInput = (input: ReturnType<typeof inputOf>, seen: number) =>
    saveOver({
      id: of.id,
      seen,
      names: namesOf(input),
      send: (expectedVersion) => change({ caseInstanceId: of.id, expectedVersion, ...input }),
    })

  /** Saves what is entered. What is entered meanwhile stays. Returns whether nothing is left. */
  async function saveEntered(version?: number): Promise<boolean> {
    const sent = readDraft<Draft>(name)
    if (!sent) return true
    const input = inputOf(sent.values)
    const { overwritten, problems, conflict, saved } = await saveInput(input, version ?? sent.seen)
    if (conflict && overwritten.length > 0) {
      setConflict({ version: conflict.currentVersion, names: overwritten })
      onConflict()
      return false
    }
    setProblems(inFormWords(problems, fields))
    if (!saved) return false
    const { version: seen } = saved
    setSaved({ seen, values: sent.values })
    setDraft((current) => {
      const values = changedSince(current?.values, sent.values)
      return values && { seen, values }
    })
    setConflict(null)
    const before = former(sent.values)
    saves.current = [...since(), { seen, input }]
    toast('Saved.', () => inTurn(of.id, () => undo(before, seen)))
    return readDraft(name) === undefined
  }

  const save = (version?: number) => inTurn(of.id, () => saveEntered(version))

  /** The case may not have been loaded again since an earlier change. */
  const since = () => saves.current.filter(({ seen }) => seen > of.version)

  /** The values of the case before a change. */
  function former(values: EnteredValues): ReturnType<typeof inputOf> {
    const { typeCategory, caseData, ...others } = values
    const names = Object.keys(caseData ?? {})
    const before = current.fields.filter(({ name }) => typeCategory !== undefined || names.includes(name))
    const shown: ReturnType<typeof inputOf> = {
      ...Object.fromEntries(Object.keys(others).map((name) => [name, current[name as keyof typeof others]])),
      ...(typeCategory !== undefined && { typeCode: current.typeCode, categoryCode: current.categoryCode }),
      ...(before.length > 0 && { caseData: Object.fromEntries(before.map(({ name, value }) => [name, value])) }),
    }
    return since().reduce((values, { input }) => {
      const data = values.caseData && { caseData: replaced(values.caseData, input.caseData ?? {}) }
      return { ...replaced(values, input), ...data }
    }, shown)
  }

  async function undo(values: ReturnType<typeof inputOf>, seen: number): Promise<string> {
    const { saved, overwritten, problems } = await saveInput(values, seen)
    setSaved(null)
    if (saved) return 'The former value is back.'
    return overwritten.length > 0 ? 'Someone else has changed it since. Nothing was undone.' : textOf(problems)
  }

  function enter(change: EnteredValues) {
    setDraft((before) => ({ seen: before?.seen ?? of.version, values: merged(before?.values ?? {}, change) }))
  }

  /** Discards one value, or all. */
  function discardEntered(only?: keyof EnteredValues) {
    const others = Object.entries(draft?.values ?? {}).filter(([name]) => only !== undefined && name !== only)
    const rest = draft && others.length > 0 ? { ...draft, values: Object.fromEntries(others) } : undefined
    const isEntered = draft && (only === undefined || only in draft.values)
    if (isEntered) discard(draft, (next) => setDraft(next ?? rest))
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
    discard: discardEntered,
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

/** The same members, with the values of another object where it has them. */
function replaced<Values extends object>(values: Values, by: Partial<Values>): Values {
  const known = Object.entries(by).filter(([name]) => Object.hasOwn(values, name))
  return { ...values, ...Object.fromEntries(known) }
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

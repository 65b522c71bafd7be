import { useRef, useState } from 'react'
import type { CaseFormProperties } from '../../../cases/change/open-case'
import { PatchCaseMutation } from '../../../cases/change/mutations'
import { membersOf, showPending } from '../../../cases/change/pending'
import { inTurn, saveOver, undoneText } from '../../../cases/change/save-over'
import { tellElsewhere, useChange } from '../../../cases/change/use-change'
import { toast } from '../../../ui/display/toasts'
import { inFormWords } from '../../../ui/form/inputs/case-data-inputs'
import { textOf, useProblems } from '../../../ui/form/problems/problem-list'
import { useViewer } from '../../../session/viewer'
import { enteredOf, formerInput, shownValues, type ValuesInput } from './shown-values'
import { type EnteredValues, useEnteredValues } from './use-entered-values'

export type CaseValues = ReturnType<typeof useCaseValues>

/**
 * The values of a case, each saved by itself. What could not be saved is kept, and sent together with the next value: a status that
 * closes the case waits for the fields that it needs.
 */
export function useCaseValues({ of, onConflict }: CaseFormProperties) {
  const { statuses } = useViewer()
  const { settle, read, show, ...entry } = useEnteredValues(of)
  const shown = shownValues(of, entry.entered)
  const [problems, setProblems] = useProblems()
  /** The version that is saved over, and what others have changed to it. */
  const [conflict, setConflict] = useState<{ version: number; names: readonly string[] } | null>(null)
  const { fetching, change } = useChange(PatchCaseMutation)
  /** What was saved, oldest first, with the versions that it made. */
  const saves = useRef<{ made: number; input: ValuesInput }[]>([])

  const send = (input: ValuesInput, seen: number) =>
    saveOver({
      id: of.id,
      seen,
      names: namesOf(input),
      send: (expectedVersion) => change({ caseInstanceId: of.id, expectedVersion, ...input }),
    })

  /** Saves what is entered. What is entered meanwhile stays. Returns a function that undoes it. Undefined if nothing was saved. */
  async function saveEntered(version?: number): Promise<(() => Promise<string>) | undefined> {
    const sent = read()
    if (!sent) return undefined
    const input = shown.inputOf(sent.values)
    const pending = showPending({ caseId: of.id, members: membersOf(sent.values, statuses) })
    const { overwritten, problems, conflict, saved } = await send(input, version ?? sent.seen)
    pending.settle(saved?.version)
    if (conflict && overwritten.length > 0) {
      setConflict({ version: conflict.currentVersion, names: overwritten })
      tellElsewhere(of.id, 'Not saved, as someone else has changed the same.')
      onConflict()
      return undefined
    }
    const found = inFormWords(problems, shown.fields)
    setProblems(found)
    if (!saved) {
      tellElsewhere(of.id, `Not saved: ${textOf(found)}`)
      return undefined
    }
    settle(sent, saved.version)
    setConflict(null)
    // The case may not have been loaded again since an earlier change.
    const since = saves.current.filter(({ made }) => made > of.version)
    const before = formerInput(
      shown,
      sent.values,
      since.map(({ input }) => input),
    )
    saves.current = [...since, { made: saved.version, input }]
    return () => inTurn(of.id, () => restore(before, saved.version))
  }

  /** Saves what is entered, after the changes that are under way. It is shown at once. Returns whether nothing is left. */
  async function save(version?: number): Promise<boolean> {
    const entered = read()
    if (!entered) return true
    const pending = showPending({ caseId: of.id, members: membersOf(entered.values, statuses) })
    const saving = inTurn(of.id, () => {
      pending.settle(undefined)
      return saveEntered(version)
    })
    const notice = toast('Saving …', async () => (await (await saving)?.()) ?? '')
    if (await saving) notice.say('Saved.')
    else notice.end()
    return read() === undefined
  }

  async function restore(before: ValuesInput, seen: number): Promise<string> {
    const former = enteredOf(before)
    show({ seen: Infinity, values: former })
    const pending = showPending({ caseId: of.id, members: membersOf(former, statuses) })
    const outcome = await send(before, seen)
    const { saved } = outcome
    pending.settle(saved?.version)
    show(saved ? { seen: saved.version, values: former } : null)
    return undoneText(outcome, 'The former value is back.')
  }

  return {
    ...shown,
    ...entry,
    problems,
    conflict: conflict?.names ?? [],
    isSaving: fetching,
    /** Saves a value with those that are not saved yet. */
    choose(change: EnteredValues) {
      entry.enter(change)
      return save()
    },
    /** Saves what is entered, after a conflict over what others have changed. */
    save: () => save(conflict?.version),
    /** Discards one value, or all. */
    discard(only?: keyof EnteredValues) {
      entry.discard(only)
      setConflict(null)
      setProblems([])
    },
  }
}

function namesOf({ caseData, ...values }: ValuesInput): string[] {
  return [...Object.keys(values), ...Object.keys(caseData ?? {}).map((name) => `caseData.${name}`)]
}

import { useState } from 'react'
import { useLocation } from 'wouter'
import { tellingElsewhere } from '../../../ui/display/opened-page'
import { textOf, useProblems } from '../../../ui/form/problems/problem-list'
import type { ShownProblem } from '../../../ui/form/problems/problems'
import type { Configuration } from '../configuration/configuration'
import { useCodeNames } from '../configuration/names'
import { entriesOf, type Inputs, labelsOf, problemsOf, sentOf, type Values } from './inputs'
import { useItemDraft } from './item-draft'
import { ItemForm } from './item-form'
import { historyAddressOf, type Item, type ItemKind, itemTitle } from './item-kind'
import { Review } from './review'
import { type ItemChange, type ConfigureOutcome, useConfigure } from './use-configure'

interface Properties {
  kind: ItemKind
  /** Null if it is new. */
  item: Item | null
  configuration: Configuration
  /** Loads what is stored now. */
  reload: () => void
  /** The address of the page of what was saved. */
  addressOf: (values: Values) => string | Promise<string>
}

/** The form of a configured item. It shows what a change affects before it is saved. */
export function ConfiguredForm({ kind, item, configuration, reload, addressOf }: Properties) {
  const { inputs, noun } = kind
  const labels = labelsOf(inputs)
  const draft = useItemDraft(kind.part, inputs, item)
  const { fetching, configure } = useConfigure(kind.part, labels)
  const [problems, setProblems] = useProblems(draft.seen)
  const [review, setReview] = useState<{ change: ItemChange; values: Values; entered: Values }>()
  const [note, setNote] = useState('')
  const [, navigate] = useLocation()
  const names = useCodeNames()
  const isNew = item === null
  const title = isNew ? `New ${noun}` : itemTitle(kind, item.values, names)

  const send = (values: Values, dryRun: boolean) =>
    configure({ ...sentOf(inputs, values, item?.values), expectedVersion: draft.seen }, dryRun)

  function reject({ problems, isConflict }: ConfigureOutcome) {
    if (isConflict) reload()
    const taken = { input: '', message: `This ${noun} already exists. Open it to change it.` }
    setProblems(isConflict && isNew ? [taken] : problems.map((each) => atInput(each, inputs)))
  }

  async function submit() {
    setNote('')
    const { values, entered } = draft
    const unreadable = problemsOf(inputs, values)
    if (unreadable.length > 0) return setProblems(unreadable)
    const outcome = await send(values, true)
    const { change } = outcome
    if (!change) return reject(outcome)
    setProblems([])
    if (change.kind !== 'UNCHANGED') return setReview({ change, values, entered })
    draft.settle(entered, draft.seen)
    setNote('There are no changes to save.')
  }

  /** Saves what was reviewed, and nothing that was entered since. */
  async function save({ values, entered }: NonNullable<typeof review>) {
    const tellElsewhere = tellingElsewhere()
    const outcome = await send(values, false)
    setReview(undefined)
    if (!outcome.change) {
      tellElsewhere(`${title}: Not saved. ${textOf(outcome.problems)}`)
      return reject(outcome)
    }
    const address = await addressOf(values)
    draft.settle(entered, outcome.change.version)
    if (tellElsewhere(`${title}: Saved.`)) return
    navigate(address, { replace: true, state: { saved: isNew ? 'Created.' : 'Saved.' } })
  }

  return (
    <ItemForm
      inputs={inputs}
      configuration={configuration}
      draft={draft}
      isNew={isNew}
      title={title}
      history={item && historyAddressOf(kind, item.key)}
      problems={problems}
      note={note}
      isSaving={fetching && !review}
      save={isNew ? 'Review and create' : 'Review and save'}
      onSubmit={submit}
    >
      {review && (
        <Review
          kind={kind}
          change={review.change}
          values={review.values}
          title={isNew ? `Create ${itemTitle(kind, review.values, names)}?` : `Save the changes to ${title}?`}
          typeCode={item?.key['code']}
          isSaving={fetching}
          onClose={() => setReview(undefined)}
          onSave={() => save(review)}
        />
      )}
    </ItemForm>
  )
}

/** The input that shows a problem: within a list, that of the list, unless the page has one for that place. */
function atInput({ input, message }: ShownProblem, inputs: Inputs): ShownProblem {
  let place = entriesOf(inputs).find(([, { sentAs }]) => sentAs === input)?.[0] ?? input
  while (place !== '' && !document.getElementById(place)) place = place.split('.').slice(0, -1).join('.')
  return { input: place, message }
}

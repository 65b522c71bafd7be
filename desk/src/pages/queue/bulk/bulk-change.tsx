import { Banner } from '../../../ui/elements/banner'
import { Button } from '../../../ui/elements/button'
import { useState } from 'react'
import { Link } from 'wouter'
import { AssigneeInput } from '../../../cases/change/assignee-input'
import { TagInput } from '../../../cases/change/tag-input'
import { ChoiceField } from '../../../ui/form/inputs/choice-field'
import { focusOnce } from '../../../ui/form/focus-once'
import { valueOptions } from '../../../ui/form/inputs/select-options'
import { useSingle } from '../../../ui/form/inputs/submit'
import { useViewer } from '../../../session/viewer'
import { toast } from '../../../ui/display/toasts'
import { useCaseLists } from '../list/case-lists'
import { valuesThat } from '../../../ui/words/case-values'
import { useSelectAllResults, useSelection } from '../list/selection'
import { type BulkValues, type Changed, useBulkChange } from './use-bulk-change'

/** Changes the selected cases, and says which could not be changed. One failure does not stop the others. */
export function BulkChange({ totalCount }: { totalCount: number }) {
  const selection = useSelection()
  const active = useViewer().statuses.filter(({ active }) => active)
  const lists = useCaseLists()
  const { done, change, undo, stop: stopChange } = useBulkChange()
  const { found, selectAll, stop: stopSelecting } = useSelectAllResults()
  const [problem, setProblem] = useState('')
  const [failed, setFailed] = useState<Changed[]>([])
  const selected = [...selection.cases.values()]
  const [first] = selected

  /** Shows what could not be changed. Returns what could. */
  function show(results: readonly Changed[]): Changed[] {
    setFailed(results.filter(({ problem }) => problem !== ''))
    // The viewer need not wait for the news about their own changes.
    lists.applyChanges(new Map(results.flatMap(({ of, version }) => (version === undefined ? [] : [[of.id, version]]))))
    return results.filter(({ problem }) => problem === '')
  }

  async function restore(changed: readonly Changed[], values: BulkValues): Promise<string> {
    const restored = show(await undo(changed, values))
    return `${restored.length.toLocaleString()} of ${casesText(changed.length)} have their former values.`
  }

  const apply = useSingle(async (values: BulkValues) => {
    const results = await change(selected, values)
    const changed = show(results)
    const text = `${changed.length.toLocaleString()} of ${casesText(selected.length)} changed.`
    toast(text, changed.length === 0 ? undefined : () => restore(changed, values))
    // Those that were not tried stay selected.
    selection.select(
      results.map(({ of }) => of),
      false,
    )
  })

  const running =
    done !== null
      ? { text: `${done.toLocaleString()} of ${casesText(selected.length)} changed …`, stop: stopChange }
      : found !== null && { text: `${casesText(found)} found …`, stop: stopSelecting }

  return (
    <>
      {first && (
        <fieldset className="row bulk" aria-label="Change the selected cases">
          <strong>{`${casesText(selected.length)} selected`}</strong>
          {running ? (
            <>
              <output className="faint">{running.text}</output>
              <Button ref={focusOnce} size="small" onClick={running.stop}>
                Stop
              </Button>
            </>
          ) : (
            <>
              {selected.length < totalCount && (
                <Button size="small" onClick={async () => setProblem(await selectAll())}>
                  {`Select all ${totalCount.toLocaleString()}`}
                </Button>
              )}
              {valuesThat('isInBulk').map(([name, value]) => (
                <ChoiceField
                  key={name}
                  label={`Set ${value.label.toLowerCase()}`}
                  isLabelHidden
                  value=""
                  onChoose={(chosen) => apply({ [name]: chosen })}
                >
                  <option value="">{`Set ${value.label.toLowerCase()}`}</option>
                  {valueOptions(value, name === 'status' ? active : [])}
                </ChoiceField>
              ))}
              {/* Those who can be assigned to the first case. The service decides for each of the others. */}
              <AssigneeInput
                id={first.id}
                label="Assign to"
                isLabelHidden
                none="Assign to"
                onChange={(target) => void apply({ target })}
              />
              <TagInput
                label="Add a tag"
                isLabelHidden
                placeholder="Add a tag"
                onChoose={({ code }) => void apply({ addTags: [code] })}
              />
              <TagInput
                label="Remove a tag"
                isLabelHidden
                placeholder="Remove a tag"
                withInactive
                onChoose={({ code }) => void apply({ removeTags: [code] })}
              />
              <Button size="small" variant="invisible" onClick={() => selection.select(selected, false)}>
                Clear selection
              </Button>
            </>
          )}
          {problem !== '' && (
            <span role="alert" className="problem">
              {problem}
            </span>
          )}
        </fieldset>
      )}
      <Failed of={failed} onDismiss={() => setFailed([])} />
    </>
  )
}

export function casesText(count: number): string {
  return count === 1 ? '1 case' : `${count.toLocaleString()} cases`
}

function Failed({ of, onDismiss }: { of: readonly Changed[]; onDismiss: () => void }) {
  return (
    <div aria-live="polite">
      {of.length > 0 && (
        <Banner
          variant="warning"
          title={`${casesText(of.length)} not changed`}
          onDismiss={onDismiss}
          description={
            <ul className="bullets">
              {of.map(({ of: { id, title }, problem }) => (
                <li key={id}>
                  <Link href={`/cases/${id}`}>{title}</Link>
                  {`: ${problem}`}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </div>
  )
}

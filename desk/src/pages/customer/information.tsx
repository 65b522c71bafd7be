import { Button } from '../../ui/elements/button'
import { useState } from 'react'
import { PatchCaseMutation } from '../../cases/change/mutations'
import {
  caseDataFrom,
  CaseDataInputs,
  type EnteredData,
  enteredFrom,
  FieldDefinition,
  inFormWords,
} from '../../ui/form/inputs/case-data-inputs'
import { changedSince } from '../../ui/form/drafts/changed-since'
import { discard, useDraft } from '../../ui/form/drafts/drafts'
import { ProblemList, useProblems } from '../../ui/form/problems/problem-list'
import type { ShownProblem } from '../../ui/form/problems/problems'
import { useChange } from '../../cases/change/use-change'
import { submitted, useSingle } from '../../ui/form/inputs/submit'
import { unmask } from '../../gql'
import type { FieldDefinitionFragment } from '../../gql/graphql'
import { dayText } from '../../ui/display/instant'
import { toast } from '../../ui/display/toasts'
import type { OwnCase } from './own-case'

interface Properties {
  of: OwnCase
  mayChange: boolean
  /** What the service has found to be missing. */
  missing: readonly ShownProblem[]
}

const nameOfDraft = (id: string) => `${id} information`

/** What the type of the case asks for, with what the customer has given. */
export function Information({ of, mayChange, missing }: Properties) {
  const { id, caseStatus, fields } = of
  const [draft] = useDraft<EnteredData>(nameOfDraft(id))
  const [isOpened, setOpen] = useState(missing.length > 0)
  const isOpen = isOpened || draft !== undefined
  const definitions = unmask(FieldDefinition, fields)
  if (fields.length === 0) return null
  const asked = fields.filter(({ value, required }) => value === null && required !== 'NEVER')
  const canChange = mayChange && !caseStatus.closed

  return (
    <section className="notice information" aria-labelledby="information">
      <div className="row between">
        <h3 className="heading" id="information">
          Information
        </h3>
        {canChange && !isOpen && (
          <Button size="small" onClick={() => setOpen(true)}>
            {asked.length > 0 ? 'Add information' : 'Change'}
          </Button>
        )}
      </div>
      {canChange && isOpen ? (
        <InformationForm of={of} missing={missing} onClose={() => setOpen(false)} />
      ) : (
        <dl>
          {fields.map(({ name, label, value }, index) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd dir="auto">{valueText(value, definitions[index])}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

interface FormProperties extends Pick<Properties, 'of' | 'missing'> {
  onClose: () => void
}

function InformationForm({ of: { id, fields }, missing, onClose }: FormProperties) {
  const [draft, setDraft] = useDraft<EnteredData>(nameOfDraft(id))
  const [problems, setProblems] = useProblems()
  const [isTried, setTried] = useState(false)
  const { fetching, change } = useChange(PatchCaseMutation)
  const shown = isTried ? problems : missing
  const values = { ...enteredFrom(fields), ...draft }

  const save = useSingle(async () => {
    setTried(true)
    const sent = draft ?? {}
    const changed = new Set(Object.keys(sent))
    // Fields that others may have changed meanwhile are not sent.
    const data = Object.entries(caseDataFrom(fields, values) ?? {}).filter(([name]) => changed.has(name))
    const { saved, problems } = await change({ caseInstanceId: id, caseData: Object.fromEntries(data) })
    setProblems(inFormWords(problems, fields))
    if (!saved) return
    setDraft((current) => changedSince(current, sent))
    onClose()
    toast('Saved.')
  })

  return (
    <form onSubmit={submitted(save)} noValidate className="stack" aria-labelledby="information">
      <ProblemList problems={shown} inputs={fields.map(({ name }) => `caseData.${name}`)} />
      <CaseDataInputs
        fields={fields}
        values={values}
        problems={shown}
        onChange={(name, value) => setDraft({ ...draft, [name]: value })}
      />
      <div className="row between">
        <Button type="submit" variant="primary" loading={fetching}>
          Save
        </Button>
        <Button
          variant="invisible"
          onClick={() => {
            discard(draft, setDraft)
            onClose()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}

function valueText(value: unknown, field: FieldDefinitionFragment | undefined): string {
  if (value === null || value === undefined) return 'Not given'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value.toLocaleString()
  if (field?.kind === 'DATE') return dayText(String(value))
  return field?.choices.find((choice) => choice.value === value)?.label ?? String(value)
}

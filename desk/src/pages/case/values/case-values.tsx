import { Button } from '../../../ui/elements/button'
import type { FocusEvent } from 'react'
import { CaseDataInputs } from '../../../ui/form/inputs/case-data-inputs'
import { ChoiceField } from '../../../ui/form/inputs/choice-field'
import { focusOnce } from '../../../ui/form/focus-once'
import { typeCategoryKey, typeCategoryOptions, valueOptions } from '../../../ui/form/inputs/select-options'
import { submitted } from '../../../ui/form/inputs/submit'
import { type ValueName, valuesThat } from '../../../ui/words/case-values'
import { useShortcut } from '../../layout/shortcuts'
import type { CaseWords } from '../../timeline/case-words'
import type { ShownCase } from '../../../cases/change/open-case'
import type { CaseValues } from './use-case-values'
import { useValueConflicts } from './value-conflict'

const formId = 'values'

/** The values of a case, each edited in its place and saved by itself. */
export function CaseValuesForm({ of, values, words }: { of: ShownCase; values: CaseValues; words: CaseWords }) {
  const { current, available, chosen, entered, fields, conflict, isOtherType, choose, enter, save } = values
  const conflicts = useValueConflicts({ id: of.id, values, words })
  const problems = [...values.problems, ...conflicts]
  const offered: Partial<Record<ValueName, typeof current.availableStatuses>> = {
    status: current.availableStatuses,
    resolution: current.availableResolutions,
  }
  useShortcut('s', () => document.getElementById('status')?.focus())
  const choices = valuesThat('isChosen')
  const inputs = ['typeCode', ...choices.map(([name]) => name), ...fields.map(({ name }) => `caseData.${name}`)]
  // A problem of the subject is shown where it is edited.
  const others = [...values.problems.filter(({ input }) => input !== 'subject'), ...conflicts].filter(
    ({ input }) => !inputs.includes(input),
  )
  const isUnsaved = values.hasEntered && Object.keys(entered).some((name) => name !== 'subject')

  function chooseType(typeCategory: string) {
    const type = available.find((each) => typeCategoryKey(each) === typeCategory)
    const needsFields = type && type.caseTypeCode !== current.typeCode && type.fields.length > 0
    if (needsFields) enter({ typeCategory })
    else void choose({ typeCategory })
  }
  function leave({ relatedTarget }: FocusEvent) {
    const isAction = relatedTarget instanceof HTMLButtonElement && relatedTarget.form?.id === formId
    // The fields of another type are saved together, and a conflict is decided by a button.
    if (!isAction && !isOtherType && conflict.length === 0) void save()
  }

  return (
    <>
      <form id={formId} className="stack" onSubmit={submitted(save)} noValidate aria-label="Values">
        {choices.map(([name, value]) => (
          <ChoiceField
            key={name}
            name={name}
            label={value.label}
            problems={problems}
            value={entered[name] ?? values.values[name] ?? value.initial ?? ''}
            onChoose={(chosen) => choose({ [name]: chosen })}
          >
            {valueOptions(value, offered[name] ?? [])}
          </ChoiceField>
        ))}
        <ChoiceField
          name="typeCode"
          label="Type"
          problems={problems}
          value={entered.typeCategory ?? values.currentKey}
          onChoose={(chosen) => chooseType(chosen)}
        >
          {typeCategoryOptions(available)}
        </ChoiceField>
        {fields.length > 0 && <h3>{chosen?.caseTypeName}</h3>}
        <CaseDataInputs
          fields={fields}
          values={values.data}
          problems={problems}
          onLeave={leave}
          onChange={(name, value) => enter({ caseData: { [name]: value } })}
          {...(!isOtherType && { onChoose: (name, value) => void choose({ caseData: { [name]: value } }) })}
        />
        <div role="alert">
          {others.map(({ message }) => (
            <p key={message} className="problem">
              {message}
            </p>
          ))}
        </div>
      </form>
      {/* At the end of the column, where it moves nothing. */}
      <div role="alert" className="value-actions" data-saving={values.isSaving || undefined}>
        {isUnsaved && (
          <div className="row">
            {conflict.length > 0 && <p className="problem">Someone else has changed what you entered.</p>}
            <Button
              // In a conflict, Enter goes on.
              key={conflict.join()}
              ref={conflict.length > 0 ? focusOnce : undefined}
              form={formId}
              type="submit"
              size="small"
              variant="primary"
            >
              {conflict.length > 0 ? 'Save anyway' : 'Save'}
            </Button>
            <Button form={formId} size="small" onClick={() => values.discard()}>
              {conflict.length > 0 ? 'Use the latest' : 'Discard changes'}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

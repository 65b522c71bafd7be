import { PencilIcon } from '@primer/octicons-react'
import { Button, IconButton } from '../../ui/elements/button'
import { TextInput } from '../../ui/elements/inputs'
import { type ReactNode, useState } from 'react'
import { AssignmentLabel, StatusLabel } from '../../cases/labels/case-labels'
import { CaseTitle } from '../../cases/labels/case-title'
import { isErasedCustomer } from '../../ui/words/erased'
import { Field } from '../../ui/form/inputs/field'
import { submitted } from '../../ui/form/inputs/submit'
import { focusOnce } from '../../ui/form/focus-once'
import { Instant } from '../../ui/display/instant'
import { CustomerLink } from '../../cases/labels/customer-link'
import { PriorityMark } from '../../cases/labels/priority-mark'
import { Due, Waiting } from '../../cases/labels/due'
import { usePendingMark } from '../../cases/change/pending'
import type { ShownCase } from '../../cases/change/open-case'
import { PlaceInList } from './place-in-list'
import type { CaseValues } from './values/use-case-values'

interface Properties {
  of: ShownCase
  /** Null if the viewer may not change them. */
  values: CaseValues | null
  /** The button that prints. */
  print: ReactNode
}

/** The title, where the case is in the list, and whose it is. */
export function CaseHeader({ of, values, print }: Properties) {
  const { caseType, category, party, createdAt, customerWaitingSince: since } = of
  return (
    <header className="case-header">
      <PlaceInList id={of.id} />
      <Title of={of} values={values} print={print} />
      <p className="row facts faint" {...usePendingMark(of)}>
        <StatusLabel of={of} />
        <PriorityMark of={of} />
        {since !== null && !isErasedCustomer(party) && <Waiting since={since} />}
        {of.dueAt !== null && <Due at={of.dueAt} waitingSince={since} />}
        <CustomerLink of={party} isLong none="No customer" />
        <AssignmentLabel of={of} />
        <span>{`${category.name}: ${caseType.name}`}</span>
        <span>
          opened <Instant at={createdAt} />
        </span>
      </p>
    </header>
  )
}

function Title({ of, values, print }: Properties) {
  const [isEditing, setEditing] = useState(false)
  const subject = values?.entered.subject ?? values?.values.subject ?? ''

  async function submit() {
    // It is shown at once, and edited again if it cannot be saved.
    setEditing(false)
    if (values?.hasEntered && !(await values.save())) setEditing(true)
  }
  function cancel() {
    values?.discard('subject')
    setEditing(false)
  }
  if (isEditing && values) {
    return (
      <form className="row title-form" onSubmit={submitted(submit)} noValidate>
        <Field name="subject" label="Subject" isLabelHidden problems={values.problems}>
          <TextInput
            block
            dir="auto"
            ref={focusOnce}
            value={subject}
            onChange={({ target }) => values.enter({ subject: target.value })}
            onKeyDown={({ key }) => key === 'Escape' && cancel()}
          />
        </Field>
        <Button type="submit" variant="primary">
          Save
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </form>
    )
  }
  return (
    <div className="row title">
      <h2 className="heading" id="case" tabIndex={-1}>
        <CaseTitle of={of} />
      </h2>
      {values && <IconButton icon={PencilIcon} aria-label="Edit the subject" onClick={() => setEditing(true)} />}
      {print}
    </div>
  )
}

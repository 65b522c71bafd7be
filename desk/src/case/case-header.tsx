import { PencilIcon } from '@primer/octicons-react'
import { Button, Heading, IconButton, TextInput } from '@primer/react'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { AssignmentLabel, StatusLabel } from '../case-labels'
import { CaseTitle } from '../case-title'
import { Field } from '../form/field'
import { durationText, Instant, useNow } from '../instant'
import { PriorityMark } from '../priority-mark'
import { useCaseLists } from '../queue/case-lists'
import { commonViews, useSavedViews, viewName } from '../queue/views'
import { Key, useShortcut } from '../shortcuts'
import type { ShownCase } from './open-case'
import type { CaseValues } from './use-case-values'

interface Properties {
  of: ShownCase
  /** Null if the viewer may not change them. */
  values: CaseValues | null
}

/** The title, where the case is in the list, and whose it is. */
export function CaseHeader({ of, values }: Properties) {
  const { caseType, category, party, createdAt } = of
  const whose = party ? [party.firstname, party.email].filter(Boolean).join(', ') : 'no customer'
  return (
    <header className="case-header">
      <PlaceInList id={of.id} />
      <Title of={of} values={values} />
      <p className="facts faint">
        <PriorityMark priority={of.priority} />
        <StatusLabel of={of} />
        <AssignmentLabel of={of} />
        <bdi>{whose}</bdi>
        <span>{`${category.name}: ${caseType.name}`}</span>
        <span>
          opened <Instant at={createdAt} />
        </span>
        <Waits since={of.customerWaitingSince} />
      </p>
    </header>
  )
}

/** The button that was pressed is gone. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus()
}

function Waits({ since }: { since: string | null }) {
  const now = useNow()
  if (since === null) return null
  return <span className="late">{`waits ${durationText(now - Date.parse(since), 2)}`}</span>
}

function Title({ of, values }: Properties) {
  const [isEditing, setEditing] = useState(false)
  const subject = values?.entered.subject ?? values?.current.subject ?? ''

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!values?.hasEntered || (await values.save())) setEditing(false)
  }
  if (isEditing && values) {
    return (
      <form className="title-form" onSubmit={submit} noValidate>
        <Field name="subject" label="Subject" isLabelHidden problems={values.problems}>
          <TextInput
            block
            dir="auto"
            ref={focusOnce}
            value={subject}
            onChange={({ target }) => values.enter({ subject: target.value })}
          />
        </Field>
        <Button type="submit" variant="primary" loading={values.isSaving}>
          Save
        </Button>
        <Button
          onClick={() => {
            values.discard()
            setEditing(false)
          }}
        >
          Cancel
        </Button>
      </form>
    )
  }
  return (
    <div className="title">
      <Heading as="h2" variant="medium" id="case" tabIndex={-1}>
        <CaseTitle of={of} />
      </Heading>
      {values && (
        <IconButton
          icon={PencilIcon}
          size="small"
          variant="invisible"
          aria-label="Edit the subject"
          onClick={() => setEditing(true)}
        />
      )}
    </div>
  )
}

/** The way back to the list, and to its next and previous case. */
function PlaceInList({ id }: { id: string }) {
  const { saved } = useSavedViews()
  const [, navigate] = useLocation()
  const last = useCaseLists().last()
  const rows = last?.list.state.rows ?? []
  const place = rows.findIndex((row) => row.id === id)
  const [previous, next] = place === -1 ? [] : [rows[place - 1], rows[place + 1]]
  const name = viewName(last?.search ?? '', [...commonViews, ...saved])

  function open(other: { id: string } | undefined) {
    if (!other || !last) return
    last.list.leaveAt({ opened: other.id })
    navigate(`/cases/${other.id}`)
  }
  useShortcut('j', () => open(next))
  useShortcut('k', () => open(previous))
  return (
    <nav className="place faint" aria-label="List">
      <Link href={last?.search ? `/?${last.search}` : '/'}>
        ← <bdi>{name}</bdi>
      </Link>
      {place !== -1 && <span>{`${place + 1} of ${last?.list.state.totalCount.toLocaleString()}`}</span>}
      {previous && (
        <Button size="small" variant="invisible" trailingVisual={<Key name="k" />} onClick={() => open(previous)}>
          Previous
        </Button>
      )}
      {next && (
        <Button size="small" variant="invisible" trailingVisual={<Key name="j" />} onClick={() => open(next)}>
          Next
        </Button>
      )}
    </nav>
  )
}

import { Button } from '../../../ui/elements/button'
import { Select, TextInput } from '../../../ui/elements/inputs'
import { Stack } from '../../../ui/elements/stack'
import { useQuery } from 'urql'
import { CaseDataInputs, type EnteredData } from '../../../ui/form/inputs/case-data-inputs'
import { AssigneeInput, type Target } from '../../../cases/change/assignee-input'
import { AssignCaseMutation } from '../../../cases/change/mutations'
import { type SavedCase, useChange } from '../../../cases/change/use-change'
import { toast } from '../../../ui/display/toasts'
import { CommentInput, tooLong } from '../../../ui/form/inputs/comment-input'
import { AttachButton, FileList } from '../../../cases/files/file-list'
import { Field } from '../../../ui/form/inputs/field'
import { CreatedNotice, NothingToChoose, useNewCase } from '../../../cases/change/use-new-case'
import { graphql } from '../../../gql'
import { PageTitle } from '../../layout/page-title'
import { CustomerInput } from './customer-input'
import type { CreateCaseInput } from '../../../gql/graphql'
import {
  type CaseValue,
  caseValues,
  type EnteredTexts,
  type ValueName,
  valuesThat,
} from '../../../ui/words/case-values'
import { typeCategoryOptions, valueOptions } from '../../../ui/form/inputs/select-options'
import { ProblemList, textOf } from '../../../ui/form/problems/problem-list'
import { submitted } from '../../../ui/form/inputs/submit'

const NewCaseQuery = graphql(`
  query NewCase {
    statuses {
      name
      active
    }
    resolutions {
      name
      active
    }
  }
`)

/** What was entered. Empty texts are not sent. */
interface NewCase extends Required<EnteredTexts> {
  typeCategory: string
  caseData: EnteredData
  partyEmail: string
  partyFirstname: string
  comment: string
  note: string
  /** Whom the case is assigned to. Null for nobody. */
  assignee: { target: Target; name: string } | null
}

const texts = Object.entries(caseValues).map(([name, value]: [string, CaseValue]) => [name, value.initial ?? ''])

const empty: NewCase = {
  ...(Object.fromEntries(texts) as Required<EnteredTexts>),
  typeCategory: '',
  caseData: {},
  partyEmail: '',
  partyFirstname: '',
  comment: '',
  note: '',
  assignee: null,
}

type TextName = ValueName | 'partyEmail' | 'partyFirstname'

function inputOf(draft: NewCase): Partial<CreateCaseInput> {
  const names = ['partyEmail', 'partyFirstname', ...Object.keys(caseValues)] as TextName[]
  const texts = names.map((name) => [name, draft[name].trim()] as const)
  const note = draft.note.trim()
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
    comments: note === '' ? [] : [{ text: note, internal: true }],
  }
}

export function CreatePage() {
  const [{ data }] = useQuery({ query: NewCaseQuery })
  const assign = useAssignNew()
  const form = useNewCase({
    name: 'new case',
    empty,
    inputOf,
    check: ({ note }) => tooLong('note', note),
    complete: (saved, { assignee }) => assign(saved, assignee),
  })
  const { offered, chosen, fields, draft, enter, problems } = form

  function bind(name: TextName | 'typeCategory') {
    const onChange = ({ target }: { target: { value: string } }) => enter({ [name]: target.value })
    return { value: draft[name], onChange }
  }

  if (offered.length === 0) return <NothingToChoose />
  const own = [...Object.keys(caseValues), 'typeCode', 'partyEmail', 'partyFirstname', 'comment', 'note', 'files']
  const offeredValues: Partial<Record<ValueName, { name: string }[]>> = {
    status: activeOf(data?.statuses ?? []),
    resolution: activeOf(data?.resolutions ?? []),
  }
  const inputs = [...own, ...fields.map(({ name }) => `caseData.${name}`)]
  return (
    <Stack
      as="form"
      onSubmit={submitted(form.create)}
      noValidate
      {...form.drop}
      className="new-case"
      aria-labelledby="create"
    >
      <PageTitle>New case</PageTitle>
      <h2 className="heading" id="create">
        New case
      </h2>
      <CreatedNotice of={form.created} />
      <ProblemList problems={problems} inputs={inputs} />
      <Field name="subject" label="Subject" hint="What the case is about, in one line." problems={problems}>
        <TextInput block dir="auto" autoComplete="off" {...bind('subject')} />
      </Field>
      <Field name="typeCode" label="Type" hint={chosen?.defaultAnswer ?? undefined} problems={problems}>
        <Select block {...bind('typeCategory')}>
          <option value="">Choose</option>
          {typeCategoryOptions(offered)}
        </Select>
      </Field>
      <CaseDataInputs
        fields={fields}
        values={draft.caseData}
        problems={problems}
        onChange={(name, value) => enter({ caseData: { ...draft.caseData, [name]: value } })}
      />
      <CustomerInput value={draft.partyEmail} onChange={(partyEmail) => enter({ partyEmail })} problems={problems} />
      <Field
        name="partyFirstname"
        label="Customer's first name"
        hint="Only for a new customer, who is registered with the case."
        problems={problems}
      >
        <TextInput block autoComplete="off" {...bind('partyFirstname')} />
      </Field>
      {valuesThat('isChosen').map(([name, value]) => (
        <Field key={name} name={name} label={value.label} problems={problems}>
          <Select block {...bind(name)}>
            {value.initial === undefined && <option value="">Default</option>}
            {valueOptions(value, offeredValues[name] ?? [])}
          </Select>
        </Field>
      ))}
      <CommentInput
        name="comment"
        label="First message"
        hint={readers(draft)}
        rows={4}
        problems={problems}
        value={draft.comment}
        onChange={(comment) => enter({ comment })}
      />
      <CommentInput
        name="note"
        label="Internal note"
        hint="Only operators can read it."
        rows={2}
        problems={problems}
        value={draft.note}
        onChange={(note) => enter({ note })}
      />
      <AssigneeInput
        label="Assign to"
        none="Nobody"
        value={draft.assignee?.target ?? null}
        name={draft.assignee?.name}
        onChange={(target, name) => enter({ assignee: target && { target, name } })}
        problems={problems}
      />
      <FileList files={form.files} />
      <div>
        <AttachButton files={form.files} />
      </div>
      <Stack direction="horizontal" gap="condensed">
        <Button type="submit" variant="primary" loading={form.isSaving}>
          Create
        </Button>
        {form.discard && (
          <Button variant="invisible" onClick={form.discard}>
            Discard
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

/** A function that assigns a case that was just created, and says if that failed: then nobody has the case. */
function useAssignNew() {
  const { change } = useChange(AssignCaseMutation)
  return async (created: SavedCase | null, assignee: NewCase['assignee']): Promise<void> => {
    if (!assignee) return
    const { target, name } = assignee
    const failed = `Created, but not assigned to ${name}.`
    if (!created) return void toast(failed)
    const { saved, problems } = await change({
      caseInstanceId: created.id,
      expectedVersion: created.version,
      ...target,
    })
    toast(saved ? `Created, and assigned to ${name}.` : `${failed} ${textOf(problems)}`)
  }
}

/** Who can read the first message. */
function readers({ partyEmail, partyFirstname }: NewCase): string {
  if (partyEmail.trim() === '') return 'Only operators can read it, as the case has no customer.'
  const name = partyFirstname.trim() || partyEmail.trim()
  return `${name.includes('@') || partyFirstname.trim() !== '' ? name : 'The customer'} can read it.`
}

function activeOf(values: readonly { name: string; active: boolean }[]) {
  return values.filter(({ active }) => active)
}

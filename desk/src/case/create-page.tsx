import { Button, Heading, Select, Stack, TextInput } from '@primer/react'
import { useQuery } from 'urql'
import { caseDataFrom, CaseDataInputs, type EnteredData, inFormWords } from '../form/case-data-inputs'
import { CommentInput, tooLong } from '../form/comment-input'
import { CreatedNotice, useCreated } from '../change/created'
import { discard } from '../form/discard'
import { useDraft } from '../form/drafts'
import { Field } from '../form/field'
import { NothingToChoose } from '../form/nothing-to-choose'
import { graphql, unmask } from '../gql'
import { type CaseValue, caseValues, type EnteredTexts, type ValueName, valuesThat } from '../words/case-values'
import { TypeCategory, typeCategoryKey, typeCategoryOptions, valueOptions } from '../form/select-options'
import { ProblemList, useProblems } from '../form/problem-list'
import { CreateCaseMutation } from '../change/mutations'
import { useChange } from '../change/use-change'
import { submitted } from '../form/submitted'
import { useSingle } from '../form/use-single'
import { useViewer } from '../session/viewer'

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
}

const texts = Object.entries(caseValues).map(([name, value]: [string, CaseValue]) => [name, value.initial ?? ''])

const empty: NewCase = {
  ...(Object.fromEntries(texts) as Required<EnteredTexts>),
  typeCategory: '',
  caseData: {},
  partyEmail: '',
  partyFirstname: '',
  comment: '',
}

export function CreatePage() {
  const { typeCategories } = useViewer()
  const offered = unmask(TypeCategory, typeCategories)
  const [{ data }] = useQuery({ query: NewCaseQuery })
  const { created, settle } = useCreated({ draft: 'new case', message: 'comment' })
  const [stored, setDraft] = useDraft<Partial<NewCase>>('new case')
  const draft = { ...empty, ...stored }
  const [problems, setProblems] = useProblems()
  const { fetching, change } = useChange(CreateCaseMutation)
  const chosen = offered.find((each) => typeCategoryKey(each) === draft.typeCategory)
  const fields = chosen?.fields ?? []

  function bind(name: Exclude<keyof NewCase, 'caseData' | 'comment'>) {
    const onChange = ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value })
    return { value: draft[name], onChange }
  }

  /** What is entered in some of the inputs, without those that are empty. */
  const entered = (names: readonly (ValueName | 'partyEmail' | 'partyFirstname')[]) =>
    Object.fromEntries(names.flatMap((name) => (draft[name].trim() === '' ? [] : [[name, draft[name].trim()]])))

  const create = useSingle(async () => {
    const excess = tooLong('comment', draft.comment)
    if (excess.length > 0) return setProblems(excess)
    const text = draft.comment.trim()
    const { saved, problems } = await change({
      typeCode: chosen?.caseTypeCode,
      categoryCode: chosen?.caseCategoryCode,
      ...entered(['partyEmail', 'partyFirstname', ...(Object.keys(caseValues) as ValueName[])]),
      caseData: caseDataFrom(fields, draft.caseData),
      comments: text === '' ? [] : [{ text }],
    })
    setProblems(inFormWords(problems, fields))
    if (saved !== undefined) settle(saved, draft)
  })

  if (offered.length === 0) return <NothingToChoose />
  const own = [...Object.keys(caseValues), 'typeCode', 'partyEmail', 'partyFirstname', 'comment']
  const offeredValues: Partial<Record<ValueName, { name: string }[]>> = {
    status: activeOf(data?.statuses ?? []),
    resolution: activeOf(data?.resolutions ?? []),
  }
  const inputs = [...own, ...fields.map(({ name }) => `caseData.${name}`)]
  return (
    <Stack as="form" onSubmit={submitted(create)} noValidate className="new-case" aria-labelledby="create">
      <title>New case · Casegate</title>
      <Heading as="h2" variant="medium" id="create">
        New case
      </Heading>
      <CreatedNotice of={created} />
      <ProblemList problems={problems} inputs={inputs} />
      <Field name="subject" label="Subject" hint="What the case is about, in one line." problems={problems}>
        <TextInput block dir="auto" autoComplete="off" {...bind('subject')} />
      </Field>
      <Field name="typeCode" label="Type" hint={chosen?.defaultAnswer ?? undefined} problems={problems}>
        <Select block {...bind('typeCategory')}>
          <Select.Option value="">Choose</Select.Option>
          {typeCategoryOptions(offered)}
        </Select>
      </Field>
      <CaseDataInputs
        fields={fields}
        values={draft.caseData}
        problems={problems}
        onChange={(name, value) => setDraft({ ...draft, caseData: { ...draft.caseData, [name]: value } })}
      />
      <Field name="partyEmail" label="Customer's email address" problems={problems}>
        <TextInput block type="email" autoComplete="off" {...bind('partyEmail')} />
      </Field>
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
            {value.initial === undefined && <Select.Option value="">Default</Select.Option>}
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
        onChange={(comment) => setDraft({ ...draft, comment })}
      />
      <Stack direction="horizontal" gap="condensed">
        <Button type="submit" variant="primary" loading={fetching}>
          Create
        </Button>
        {stored && (
          <Button variant="invisible" onClick={() => discard(stored, setDraft)}>
            Discard
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

/** Who can read the first message. */
function readers({ partyEmail, partyFirstname }: NewCase): string {
  if (partyEmail.trim() === '') return 'Only operators can read it, as the case has no customer.'
  return `${partyFirstname.trim() || partyEmail.trim()} can read it.`
}

function activeOf(values: readonly { name: string; active: boolean }[]) {
  return values.filter(({ active }) => active)
}

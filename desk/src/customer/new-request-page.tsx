import { Button, Heading, Select, TextInput } from '@primer/react'
import type { FormEvent } from 'react'
import { Link } from 'wouter'
import { caseDataFrom, CaseDataInputs, type EnteredData, inFormWords } from '../form/case-data-inputs'
import { CommentInput, tooLong } from '../form/comment-input'
import { CreatedNotice, useCreated } from '../change/created'
import { discard } from '../form/discard'
import { useDraft } from '../form/drafts'
import { Field } from '../form/field'
import { NothingToChoose } from '../form/nothing-to-choose'
import { ProblemList, useProblems } from '../form/problem-list'
import { TypeCategory, typeCategoryKey } from '../form/select-options'
import { CreateCaseMutation } from '../change/mutations'
import { useChange } from '../change/use-change'
import { useSingle } from '../form/use-single'
import { unmask } from '../gql'
import type { TypeCategoryFragment } from '../gql/graphql'
import { useViewer } from '../session/viewer'

interface Request {
  typeCategory: string
  subject: string
  caseData: EnteredData
  text: string
}

const empty: Request = { typeCategory: '', subject: '', caseData: {}, text: '' }

/** A new case of a customer. */
export function NewRequestPage() {
  const offered = unmask(TypeCategory, useViewer().typeCategories)
  const [stored, setDraft] = useDraft<Partial<Request>>('request')
  const draft = { ...empty, ...stored }
  const [problems, setProblems] = useProblems()
  const { fetching, change } = useChange(CreateCaseMutation)
  const { created, settle } = useCreated({ draft: 'request', message: 'text' })
  const chosen = offered.find((each) => typeCategoryKey(each) === draft.typeCategory)
  const fields = chosen?.fields ?? []
  const enter = (values: Partial<Request>) => setDraft({ ...draft, ...values })

  const create = useSingle(async () => {
    const text = draft.text.trim()
    const own = [
      ...(chosen ? [] : [{ input: 'typeCode', message: 'Choose what it is about.' }]),
      ...(text === '' ? [{ input: 'comment', message: 'Write a message.' }] : tooLong('comment', text)),
    ]
    if (own.length > 0) return setProblems(own)
    const { saved, problems } = await change({
      typeCode: chosen?.caseTypeCode,
      categoryCode: chosen?.caseCategoryCode,
      subject: draft.subject.trim() || undefined,
      caseData: caseDataFrom(fields, draft.caseData),
      comments: [{ text }],
    })
    setProblems(inFormWords(problems, fields))
    if (saved !== undefined) settle(saved, draft)
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    void create()
  }

  if (offered.length === 0) return <NothingToChoose />
  const inputs = ['typeCode', 'subject', 'comment', ...fields.map(({ name }) => `caseData.${name}`)]
  return (
    <form onSubmit={submit} noValidate className="request" aria-labelledby="request">
      <title>New case</title>
      <Link href="/">← Your cases</Link>
      <Heading as="h2" id="request">
        New case
      </Heading>
      <CreatedNotice of={created} />
      <ProblemList problems={problems} inputs={inputs} />
      <Field name="typeCode" label="What is it about?" problems={problems}>
        <Select block value={draft.typeCategory} onChange={({ target }) => enter({ typeCategory: target.value })}>
          <Select.Option value="">Choose</Select.Option>
          {optionsByCategory(offered)}
        </Select>
      </Field>
      {chosen?.defaultAnswer && (
        <p className="advice" dir="auto">
          {chosen.defaultAnswer}
        </p>
      )}
      <Field name="subject" label="In a few words (optional)" problems={problems}>
        <TextInput
          block
          maxLength={200}
          autoComplete="off"
          value={draft.subject}
          onChange={({ target }) => enter({ subject: target.value })}
        />
      </Field>
      <CommentInput
        name="comment"
        label="Your message"
        rows={5}
        problems={problems}
        value={draft.text}
        onChange={(text) => enter({ text })}
      />
      <CaseDataInputs
        fields={fields}
        values={draft.caseData}
        problems={problems}
        onChange={(name, value) => enter({ caseData: { ...draft.caseData, [name]: value } })}
      />
      <div className="answer-buttons">
        <Button type="submit" variant="primary" loading={fetching}>
          Send
        </Button>
        {stored && (
          <Button variant="invisible" onClick={() => discard(stored, setDraft)}>
            Discard
          </Button>
        )}
      </div>
    </form>
  )
}

function optionsByCategory(offered: readonly TypeCategoryFragment[]) {
  const categories = Map.groupBy(offered, ({ caseCategoryName }) => caseCategoryName)
  return Array.from(categories, ([category, types]) => (
    <Select.OptGroup key={category} label={category}>
      {types.map((each) => (
        <Select.Option key={typeCategoryKey(each)} value={typeCategoryKey(each)}>
          {each.caseTypeName}
        </Select.Option>
      ))}
    </Select.OptGroup>
  ))
}

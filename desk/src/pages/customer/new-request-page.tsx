import { Button } from '../../ui/elements/button'
import { Select, TextInput } from '../../ui/elements/inputs'
import { Link } from 'wouter'
import { CaseDataInputs, type EnteredData } from '../../ui/form/inputs/case-data-inputs'
import { CommentInput } from '../../ui/form/inputs/comment-input'
import { AttachButton, FileList } from '../../cases/files/file-list'
import { Field } from '../../ui/form/inputs/field'
import { ProblemList } from '../../ui/form/problems/problem-list'
import { typeCategoryKey } from '../../ui/form/inputs/select-options'
import { submitted } from '../../ui/form/inputs/submit'
import { CreatedNotice, NothingToChoose, useNewCase } from '../../cases/change/use-new-case'
import type { TypeCategoryFragment } from '../../gql/graphql'

const empty = { typeCategory: '', subject: '', caseData: {} as EnteredData, comment: '' }

function check({ typeCategory, comment }: typeof empty, hasFiles: boolean) {
  return [
    ...(typeCategory === '' ? [{ input: 'typeCode', message: 'Choose what it is about.' }] : []),
    ...(comment.trim() === '' && !hasFiles ? [{ input: 'comment', message: 'Write a message.' }] : []),
  ]
}

/** A new case of a customer. */
export function NewRequestPage() {
  const inputOf = ({ subject }: typeof empty) => ({ subject: subject.trim() || undefined })
  const form = useNewCase({ name: 'request', empty, inputOf, check })
  const { offered, chosen, fields, draft, enter, problems } = form

  if (offered.length === 0) return <NothingToChoose />
  const inputs = ['typeCode', 'subject', 'comment', 'files', ...fields.map(({ name }) => `caseData.${name}`)]
  return (
    <form onSubmit={submitted(form.create)} noValidate {...form.drop} className="stack wide" aria-labelledby="request">
      <title>New case</title>
      <Link href="/">← Your cases</Link>
      <h2 className="heading" id="request">
        New case
      </h2>
      <CreatedNotice of={form.created} />
      <ProblemList problems={problems} inputs={inputs} />
      <Field name="typeCode" label="What is it about?" problems={problems}>
        <Select block value={draft.typeCategory} onChange={({ target }) => enter({ typeCategory: target.value })}>
          <option value="">Choose</option>
          {optionsByCategory(offered)}
        </Select>
      </Field>
      {chosen?.defaultAnswer && (
        <p className="notice accent" dir="auto">
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
        value={draft.comment}
        onChange={(comment) => enter({ comment })}
      />
      <FileList files={form.files} />
      <div>
        <AttachButton files={form.files} />
      </div>
      <CaseDataInputs
        fields={fields}
        values={draft.caseData}
        problems={problems}
        onChange={(name, value) => enter({ caseData: { ...draft.caseData, [name]: value } })}
      />
      <div className="row between">
        <Button type="submit" variant="primary" loading={form.isSaving}>
          Send
        </Button>
        {form.discard && (
          <Button variant="invisible" onClick={form.discard}>
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
    <optgroup key={category} label={category}>
      {types.map((each) => (
        <option key={typeCategoryKey(each)} value={typeCategoryKey(each)}>
          {each.caseTypeName}
        </option>
      ))}
    </optgroup>
  ))
}

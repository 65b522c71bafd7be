import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { CaseDataInputs, readCaseData } from './case-data-inputs'
import { resolutions, statuses } from './demonstration'
import { Field, FormProblems, useProblems } from './field'
import { type FragmentType, graphql, unmask } from './gql'
import { pairKey, PairOptions, usePairs } from './pairs'
import { requestProblem, updateProblem } from './problems'
import type { Session } from './session'

const UpdatableCase = graphql(`
  fragment UpdatableCase on Case {
    id
    categoryCode
    typeCode
    status
    resolution
    fields {
      ...FieldDefinition
      name
      value
    }
  }
`)

const UpdateCaseMutation = graphql(`
  mutation UpdateCase($input: UpdateCaseInput!) {
    updateCase(input: $input) {
      ... on UpdateCasePayload {
        case {
          id
          version
        }
      }
      ... on UpdateCaseError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

interface Properties {
  of: FragmentType<typeof UpdatableCase>
  session: Session
  onDone: (message: string) => void
}

export function UpdateForm({ of, session, onDone }: Properties) {
  const current = unmask(UpdatableCase, of)
  const pairs = usePairs(session)
  const [key, setKey] = useState(pairKey(current.typeCode, current.categoryCode))
  const { form, problems, setProblems } = useProblems()
  const [{ fetching }, update] = useMutation(UpdateCaseMutation)

  const pair = pairs.find(({ caseTypeCode, caseCategoryCode }) => pairKey(caseTypeCode, caseCategoryCode) === key)
  const { caseTypeCode: typeCode, caseCategoryCode: categoryCode } = pair ?? {
    caseTypeCode: current.typeCode,
    caseCategoryCode: current.categoryCode,
  }
  const fields = typeCode === current.typeCode ? current.fields : (pair?.fields ?? [])
  const caseData = Object.fromEntries(current.fields.map(({ name, value }) => [name, value]))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onDone('')
    const values = new FormData(event.currentTarget)
    const text = String(values.get('comment')).trim()
    const { data, error } = await update({
      input: {
        caseInstanceId: current.id,
        typeCode,
        categoryCode,
        status: String(values.get('status')),
        resolution: String(values.get('resolution')),
        caseData: readCaseData(fields, values),
        comments: text === '' ? [] : [{ text, internal: values.has('internal') }],
      },
    })
    if (error || !data?.updateCase) return setProblems([requestProblem(error)])
    const problems = 'problems' in data.updateCase ? data.updateCase.problems.map(updateProblem) : []
    setProblems(problems)
    if (problems.length === 0) onDone(`Case ${current.id} is updated.`)
  }

  const inputs = ['typeCode', 'status', 'resolution', ...fields.map(({ name }) => `caseData.${name}`)]
  // One input selects both codes.
  const shown = problems.map((problem) =>
    problem.input === 'categoryCode' ? { ...problem, input: 'typeCode' } : problem,
  )

  return (
    <form ref={form} onSubmit={submit} noValidate className="card" aria-labelledby="update">
      <h3 id="update">Update</h3>
      <FormProblems problems={shown} inputs={inputs} />
      <Field name="typeCode" label="Type" hint={pair?.defaultAnswer ?? undefined} problems={shown}>
        {(attributes) => (
          <select {...attributes} value={key} onChange={({ target }) => setKey(target.value)}>
            <PairOptions pairs={pairs} current={current} />
          </select>
        )}
      </Field>
      <Field name="status" label="Status" problems={shown}>
        {(attributes) => <input {...attributes} defaultValue={current.status} list="statuses" autoComplete="off" />}
      </Field>
      <Field name="resolution" label="Resolution" problems={shown}>
        {(attributes) => (
          <input {...attributes} defaultValue={current.resolution} list="resolutions" autoComplete="off" />
        )}
      </Field>
      <Suggestions id="statuses" names={statuses} />
      <Suggestions id="resolutions" names={resolutions} />
      <CaseDataInputs key={typeCode} fields={fields} values={caseData} problems={shown} />
      <Field name="comment" label="New comment" problems={[]}>
        {(attributes) => <textarea {...attributes} rows={3} maxLength={10_000} />}
      </Field>
      {session.login === 'OPERATOR' && (
        <Field name="internal" label="For operators only" problems={[]} inline>
          {(attributes) => <input {...attributes} type="checkbox" />}
        </Field>
      )}
      <button type="submit" disabled={fetching}>
        Update
      </button>
    </form>
  )
}

function Suggestions({ id, names }: { id: string; names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  )
}

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
  const present = unmask(UpdatableCase, of)
  const pairs = usePairs(session)
  const [key, setKey] = useState(pairKey(present.typeCode, present.categoryCode))
  const { form, problems, setProblems } = useProblems()
  const [{ fetching }, update] = useMutation(UpdateCaseMutation)

  const pair = pairs.find(({ caseTypeCode, caseCategoryCode }) => pairKey(caseTypeCode, caseCategoryCode) === key)
  const { caseTypeCode: typeCode, caseCategoryCode: categoryCode } = pair ?? {
    caseTypeCode: present.typeCode,
    caseCategoryCode: present.categoryCode,
  }
  const fields = typeCode === present.typeCode ? present.fields : (pair?.fields ?? [])
  const values = Object.fromEntries(present.fields.map(({ name, value }) => [name, value]))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onDone('')
    const sent = new FormData(event.currentTarget)
    const text = String(sent.get('comment')).trim()
    const { data, error } = await update({
      input: {
        caseInstanceId: present.id,
        typeCode,
        categoryCode,
        status: String(sent.get('status')),
        resolution: String(sent.get('resolution')),
        caseData: readCaseData(fields, sent),
        comments: text === '' ? [] : [{ text, internal: sent.has('internal') }],
      },
    })
    if (error) return setProblems([requestProblem(error)])
    const refusal = data && 'problems' in data.updateCase ? data.updateCase.problems.map(updateProblem) : []
    setProblems(refusal)
    if (refusal.length === 0) onDone(`Case ${present.id} is updated.`)
  }

  const places = ['typeCode', 'status', 'resolution', ...fields.map(({ name }) => `caseData.${name}`)]
  // What is wrong with either code of the pair is wrong with the one input that has both.
  const placed = problems.map((problem) =>
    problem.place === 'categoryCode' ? { ...problem, place: 'typeCode' } : problem,
  )

  return (
    <form ref={form} onSubmit={submit} noValidate className="card" aria-labelledby="update">
      <h3 id="update">Update</h3>
      <FormProblems problems={placed} places={places} />
      <Field name="typeCode" label="Type" hint={pair?.defaultAnswer ?? undefined} problems={placed}>
        {(attributes) => (
          <select {...attributes} value={key} onChange={({ target }) => setKey(target.value)}>
            <PairOptions pairs={pairs} present={present} />
          </select>
        )}
      </Field>
      <Field name="status" label="Status" problems={placed}>
        {(attributes) => <input {...attributes} defaultValue={present.status} list="statuses" autoComplete="off" />}
      </Field>
      <Field name="resolution" label="Resolution" problems={placed}>
        {(attributes) => (
          <input {...attributes} defaultValue={present.resolution} list="resolutions" autoComplete="off" />
        )}
      </Field>
      <Suggestions id="statuses" names={statuses} />
      <Suggestions id="resolutions" names={resolutions} />
      <CaseDataInputs key={typeCode} fields={fields} values={values} problems={placed} />
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

import type { FormEvent } from 'react'
import { useMutation } from 'urql'
import { Field, FormProblems, useProblems } from './field'
import { type FragmentType, graphql, unmask } from './gql'
import { personText } from './person-text'
import { assignProblem, requestProblem } from './problems'

const AssignableCase = graphql(`
  fragment AssignableCase on Case {
    id
    assignee {
      firstname
      email
    }
    group {
      name
    }
  }
`)

const AssignCaseMutation = graphql(`
  mutation AssignCase($input: AssignCaseInput!) {
    assignCase(input: $input) {
      ... on AssignCasePayload {
        case {
          id
          version
        }
      }
      ... on AssignCaseError {
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
  of: FragmentType<typeof AssignableCase>
  onDone: (message: string) => void
}

export function AssignForm({ of, onDone }: Properties) {
  const { id, assignee, group } = unmask(AssignableCase, of)
  const { form, problems, setProblems } = useProblems()
  const [{ fetching }, assign] = useMutation(AssignCaseMutation)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onDone('')
    const values = new FormData(event.currentTarget)
    const { data, error } = await assign({
      // An empty text would be an invalid address or name.
      input: {
        caseInstanceId: id,
        email: textOrNull(values.get('email')),
        groupName: textOrNull(values.get('groupName')),
      },
    })
    if (error || !data?.assignCase) return setProblems([requestProblem(error)])
    const problems = 'problems' in data.assignCase ? data.assignCase.problems.map(assignProblem) : []
    setProblems(problems)
    if (problems.length === 0) onDone(`Case ${id} is assigned.`)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="card" aria-labelledby="assign">
      <h3 id="assign">Assign</h3>
      <p>Assigned to {assignee ? personText(assignee) : (group?.name ?? 'nobody')}.</p>
      <FormProblems problems={problems} inputs={['email', 'groupName']} />
      <Field name="email" label="Operator's email address" problems={problems}>
        {(attributes) => <input {...attributes} type="email" autoComplete="off" />}
      </Field>
      <Field name="groupName" label="Or a group's name" problems={problems}>
        {(attributes) => <input {...attributes} autoComplete="off" />}
      </Field>
      <button type="submit" disabled={fetching}>
        Assign
      </button>
    </form>
  )
}

function textOrNull(value: FormDataEntryValue | null): string | null {
  return String(value ?? '').trim() || null
}

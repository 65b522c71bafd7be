import { Button, Heading, Stack } from '@primer/react'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { useQuery } from 'urql'
import { AssigneeInput, type Target } from '../form/assignee-input'
import { graphql, unmask } from '../gql'
import type { CaseFormProperties } from './open-case'
import { ProblemList, useProblems } from '../form/problem-list'
import { type Outcome, useChange } from '../form/use-change'

const AssignableCase = graphql(`
  fragment AssignableCase on Case {
    assignee {
      id
    }
    group {
      id
    }
  }
`)

const AssigneesQuery = graphql(`
  query Assignees($id: ID!, $search: String) {
    case(id: $id) {
      assignableOperators(first: 50, search: $search) {
        nodes {
          firstname
          email
        }
        pageInfo {
          hasNextPage
        }
      }
      assignableGroups(first: 50, search: $search) {
        nodes {
          name
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`)

const AssignCaseMutation = graphql(`
  mutation AssignCase($input: AssignCaseInput!) {
    result: assignCase(input: $input) {
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

const UnassignCaseMutation = graphql(`
  mutation UnassignCase($input: UnassignCaseInput!) {
    result: unassignCase(input: $input) {
      ... on UnassignCasePayload {
        case {
          id
          version
        }
      }
      ... on UnassignCaseError {
        problems {
          code
          message
          path
        }
      }
    }
  }
`)

export function AssignForm({ of, seen, onSaved, onConflict }: CaseFormProperties) {
  const { assignee, group } = unmask(AssignableCase, of)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState('')
  const variables = { id: of.id, search: useDeferredValue(search.trim()) || null }
  const [{ data }] = useQuery({ query: AssigneesQuery, variables })
  const [problems, setProblems] = useProblems(seen)
  const assign = useChange(AssignCaseMutation)
  const unassign = useChange(UnassignCaseMutation)
  const operators = data?.case?.assignableOperators
  const groups = data?.case?.assignableGroups

  function finish({ saved, problems, isConflict }: Outcome, message: string) {
    // One input selects the operator or the group.
    setProblems(problems.map(({ input, message }) => ({ input: input === '' ? '' : 'assignee', message })))
    if (isConflict) onConflict()
    if (!saved) return
    setChosen('')
    onSaved(saved.version, message)
  }
  const input = { caseInstanceId: of.id, expectedVersion: seen }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen === '') return setProblems([{ input: 'assignee', message: 'Choose an operator or a group.' }])
    const target = JSON.parse(chosen) as Target
    finish(await assign.change({ ...input, ...target }), 'The case is assigned.')
  }

  return (
    <Stack as="form" onSubmit={submit} noValidate gap="condensed" aria-labelledby="assign">
      <Heading as="h3" variant="small" id="assign">
        Assign
      </Heading>
      <ProblemList problems={problems} inputs={['assignee']} />
      <AssigneeInput
        label="Operator or group"
        operators={operators}
        groups={groups}
        search={search}
        onSearch={setSearch}
        value={chosen}
        onChange={setChosen}
        problems={problems}
      />
      <Stack direction="horizontal">
        <Button type="submit" loading={assign.fetching}>
          Assign
        </Button>
        {(assignee ?? group) && (
          <Button
            loading={unassign.fetching}
            onClick={async () => finish(await unassign.change(input), 'The case is unassigned.')}
          >
            Unassign
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

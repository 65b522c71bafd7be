import { Button, Select } from '@primer/react'
import { useDeferredValue, useState } from 'react'
import { useQuery } from 'urql'
import { AssigneeInput, type Target } from '../form/assignee-input'
import { useProblems } from '../form/problem-list'
import { type Outcome, useChange } from '../form/use-change'
import { graphql, unmask } from '../gql'
import { useViewer } from '../session/viewer'
import { useShortcut } from '../shortcuts'
import { toast } from '../toasts'
import { AssigneesQuery } from './assignees'
import type { CaseFormProperties } from './open-case'

const AssignableCase = graphql(`
  fragment AssignableCase on Case {
    assignee {
      email
      firstname
    }
    group {
      name
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

/** Whom the case is assigned to. A choice is saved at once. */
export function AssigneeForm({ of, onConflict }: CaseFormProperties) {
  const viewer = useViewer()
  const { assignee, group } = unmask(AssignableCase, of)
  const [search, setSearch] = useState('')
  const variables = { id: of.id, search: useDeferredValue(search.trim()) || null }
  const [{ data }] = useQuery({ query: AssigneesQuery, variables })
  const [problems, setProblems] = useProblems(of.version)
  const assign = useChange(AssignCaseMutation)
  const unassign = useChange(UnassignCaseMutation)
  const isMine = assignee?.email === viewer.email
  const operators = data?.case?.assignableOperators
  const groups = data?.case?.assignableGroups
  const current = assignee ? { email: assignee.email } : group && { groupName: group.name }
  const isListed =
    operators?.nodes.some(({ email }) => email === assignee?.email) ||
    groups?.nodes.some(({ name }) => name === group?.name)

  async function save(target: Target | null, version = of.version): Promise<void> {
    const input = { caseInstanceId: of.id, expectedVersion: version }
    const outcome: Outcome = await (target ? assign.change({ ...input, ...target }) : unassign.change(input))
    const { conflict, saved } = outcome
    // What others have changed besides does not matter here.
    const isOverwriting = conflict?.changed?.some((name) => name === 'assignee' || name === 'group') ?? true
    if (conflict && !isOverwriting) return save(target, conflict.currentVersion)
    setProblems(outcome.problems.map(({ message }) => ({ input: 'assignee', message })))
    if (conflict) onConflict()
    if (saved) toast(target ? 'Assigned.' : 'Nobody has the case now.')
  }

  const takeIt = () => (isMine ? undefined : void save({ email: viewer.email }))
  useShortcut('m', takeIt)
  useShortcut('a', () => document.getElementById('assignee')?.focus())
  return (
    <div className="values">
      <AssigneeInput
        label="Assigned to"
        operators={operators}
        groups={groups}
        search={search}
        onSearch={setSearch}
        value={current ? JSON.stringify(current) : ''}
        onChange={save}
        problems={problems}
      >
        <Select.Option value="">Nobody</Select.Option>
        {current && !isListed && (
          <Select.Option value={JSON.stringify(current)}>{assignee?.firstname ?? group?.name ?? ''}</Select.Option>
        )}
      </AssigneeInput>
      {!isMine && (
        <div className="value-actions">
          <Button size="small" loading={assign.fetching} onClick={takeIt}>
            Assign to me
          </Button>
        </div>
      )}
    </div>
  )
}

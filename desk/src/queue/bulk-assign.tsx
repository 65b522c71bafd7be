import { Banner, Button, Link as StyledLink, Stack } from '@primer/react'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { AssigneeInput, type Target } from '../form/assignee-input'
import { graphql } from '../gql'
import { useSelection } from './selection'
import { type Assignment, useBulkAssignment } from './use-bulk-assignment'

const AnyAssigneesQuery = graphql(`
  query AnyAssignees($search: String) {
    operators(first: 50, search: $search) {
      nodes {
        firstname
        email
      }
      pageInfo {
        hasNextPage
      }
    }
    groups(first: 50, search: $search) {
      nodes {
        name
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`)

/** Assigns the selected cases, and shows the result of each. One failure does not stop the others. */
export function BulkAssign() {
  const selection = useSelection()
  const { fetching, assign } = useBulkAssignment()
  const [chosen, setChosen] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [results, setResults] = useState<Assignment[]>([])
  if (!selection) return null
  const { cases, select } = selection

  async function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(chosen === '')
    if (chosen === '') return
    const selected = [...cases.values()]
    setResults(await assign(selected, JSON.parse(chosen) as Target))
    select(selected, false)
  }

  return (
    <>
      {cases.size > 0 && (
        <Stack
          as="form"
          onSubmit={submit}
          noValidate
          className="bulk"
          gap="condensed"
          padding="normal"
          aria-labelledby="bulk"
        >
          <strong id="bulk">{cases.size === 1 ? '1 case selected' : `${cases.size} cases selected`}</strong>
          <AnyAssigneeInput value={chosen} isMissing={isMissing} onChange={setChosen} />
          <Stack direction="horizontal" gap="condensed">
            <Button type="submit" variant="primary" loading={fetching}>
              Assign
            </Button>
            <Button onClick={() => select([...cases.values()], false)}>Clear selection</Button>
          </Stack>
        </Stack>
      )}
      <Results of={results} onDismiss={() => setResults([])} />
    </>
  )
}

interface InputProperties {
  value: string
  isMissing: boolean
  onChange: (value: string) => void
}

/** All operators and groups. The service decides for each case whether they can be assigned to it. */
function AnyAssigneeInput({ value, isMissing, onChange }: InputProperties) {
  const [search, setSearch] = useState('')
  const [{ data }] = useQuery({
    query: AnyAssigneesQuery,
    variables: { search: useDeferredValue(search.trim()) || null },
  })
  const problems = isMissing && value === '' ? [{ input: 'assignee', message: 'Choose an operator or a group.' }] : []
  return (
    <div className="bulk-inputs">
      <AssigneeInput
        label="Assign to"
        operators={data?.operators}
        groups={data?.groups}
        search={search}
        onSearch={setSearch}
        value={value}
        onChange={onChange}
        problems={problems}
      />
    </div>
  )
}

function Results({ of, onDismiss }: { of: readonly Assignment[]; onDismiss: () => void }) {
  const assigned = of.filter(({ problem }) => problem === '').length
  const isComplete = assigned === of.length
  return (
    <div aria-live="polite">
      {of.length > 0 && (
        <Banner
          variant={isComplete ? 'success' : 'warning'}
          title={`${assigned} of ${of.length} ${of.length === 1 ? 'case' : 'cases'} assigned`}
          onDismiss={onDismiss}
          description={
            <ul className="results">
              {of.map(({ of: { id, title }, problem }) => (
                <li key={id}>
                  <Link href={`/cases/${id}`} asChild>
                    <StyledLink inline>{title}</StyledLink>
                  </Link>
                  {problem === '' ? ': assigned.' : `: not assigned. ${problem}`}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </div>
  )
}

import { Banner, Button, Link as StyledLink, Select, Stack, TextInput } from '@primer/react'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { Field } from './field'
import { graphql } from './gql'
import { useSelection } from './selection'
import { type Assignment, type Target, useBulkAssignment } from './use-bulk-assignment'

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
          <AssigneeInput value={chosen} isMissing={isMissing} onChange={setChosen} />
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

/** The operators and groups, with a search if there are many. */
function AssigneeInput({ value, isMissing, onChange }: InputProperties) {
  const [search, setSearch] = useState('')
  const [{ data }] = useQuery({
    query: AnyAssigneesQuery,
    variables: { search: useDeferredValue(search.trim()) || null },
  })
  const isLong = data?.operators?.pageInfo.hasNextPage || data?.groups?.pageInfo.hasNextPage
  const problems = isMissing && value === '' ? [{ input: 'assignee', message: 'Choose an operator or a group.' }] : []
  return (
    <div className="bulk-inputs">
      {(search !== '' || isLong) && (
        <Field label="Find an operator or a group">
          <TextInput block type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
        </Field>
      )}
      <Field name="assignee" label="Assign to" problems={problems}>
        <Select block value={value} onChange={({ target }) => onChange(target.value)}>
          <Select.Option value="">Choose</Select.Option>
          <Select.OptGroup label="Operators">
            {data?.operators?.nodes.map(({ firstname, email }) => (
              <Select.Option key={email} value={JSON.stringify({ email })}>
                {`${firstname}, ${email}`}
              </Select.Option>
            ))}
          </Select.OptGroup>
          <Select.OptGroup label="Groups">
            {data?.groups?.nodes.map(({ name }) => (
              <Select.Option key={name} value={JSON.stringify({ groupName: name })}>
                {name}
              </Select.Option>
            ))}
          </Select.OptGroup>
        </Select>
      </Field>
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

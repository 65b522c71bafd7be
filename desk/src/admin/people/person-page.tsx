import { Heading, Spinner, Stack } from '@primer/react'
import { useQuery } from 'urql'
import { useSearchParams } from 'wouter'
import { RequestProblem } from '../../form/problem-list'
import { graphql, unmask } from '../gql'
import { changedBy } from '../configuration'
import { useReloadOnFocus } from '../../live/use-reload'
import { RevokeSessions } from '../sessions/revoke-sessions'
import { isErased } from '../../words/erased'
import { PersonForm } from './person-form'
import { PersonPasskeys } from './person-passkeys'
import { PersonalData } from './personal-data'
import { PersonDetails, personValues } from './persons'

const PersonQuery = graphql(`
  query Person($id: ID!) {
    node(id: $id) {
      ... on Person {
        id
        ...PersonDetails
      }
    }
  }
`)

const changedByErasure = { additionalTypenames: [...changedBy.additionalTypenames, 'ErasePersonPayload'] }

export function PersonPage() {
  const [parameters] = useSearchParams()
  const id = parameters.get('id') ?? ''
  const [{ data, error, fetching }, load] = useQuery({
    query: PersonQuery,
    variables: { id },
    requestPolicy: 'network-only',
    context: changedByErasure,
  })
  useReloadOnFocus(load)
  if (error && !data) return <RequestProblem error={error} />
  if (!data) return fetching ? <Spinner /> : null
  if (!data.node || !('id' in data.node)) return <p role="alert">There is no such person.</p>
  const person = unmask(PersonDetails, data.node)
  if (isErased(person.email)) return <ErasedPerson />
  return (
    <div className="columns" key={id}>
      <PersonForm item={{ key: { id }, version: person.version, values: personValues(person) }} reload={load} />
      <Stack as="aside" gap="spacious" aria-label="Sessions and personal data">
        <PersonPasskeys id={id} firstname={person.firstname} />
        <RevokeSessions of={{ personId: id }} whose={`of ${person.firstname}`} />
        <PersonalData id={id} email={person.email ?? ''} />
      </Stack>
    </div>
  )
}

/** Nothing about the person is left that could be changed, exported or erased. */
function ErasedPerson() {
  return (
    <Stack>
      <title>Erased person</title>
      <Heading as="h2" variant="medium">
        Erased person
      </Heading>
      <output>The personal data was erased. The cases are kept.</output>
    </Stack>
  )
}

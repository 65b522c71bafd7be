import { Stack } from '@primer/react'
import { PageHead } from '../../display/page-head'
import { isErased } from '../../words/erased'
import { changedBy } from '../configuration'
import { graphql, unmask } from '../gql'
import { NodeForm, NodePage } from '../item/node-page'
import { RevokeSessions } from '../sessions/revoke-sessions'
import { PersonDetails, personKind } from './person-kind'
import { PersonPasskeys } from './person-passkeys'
import { PersonalData } from './personal-data'

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
  return (
    <NodePage
      query={PersonQuery}
      context={changedByErasure}
      noun="person"
      nodeOf={({ node }) => (node && 'id' in node ? unmask(PersonDetails, node) : null)}
    >
      {(person, reload) =>
        isErased(person.email) ? (
          <ErasedPerson />
        ) : (
          <div className="columns" key={person.id}>
            <NodeForm kind={personKind} node={person} reload={reload} />
            <Stack as="aside" gap="spacious" aria-label="Sessions and personal data">
              <PersonPasskeys id={person.id} firstname={person.firstname} />
              <RevokeSessions of={{ personId: person.id }} whose={`of ${person.firstname}`} />
              <PersonalData id={person.id} email={person.email ?? ''} />
            </Stack>
          </div>
        )
      }
    </NodePage>
  )
}

/** Nothing about the person is left that could be changed, exported or erased. */
function ErasedPerson() {
  return (
    <Stack>
      <PageHead title="Erased person" />
      <output>The personal data was erased. The cases are kept.</output>
    </Stack>
  )
}

import { Stack } from '../../../ui/elements/stack'
import { PageHead } from '../../../ui/display/page-head'
import { isErased } from '../../../ui/words/erased'
import { NodeForm, NodePage } from '../item/node-page'
import { RevokeSessions } from './revoke-sessions'
import { personKind } from './people-page'
import { PersonPasskeys } from './person-passkeys'
import { PersonalData } from './personal-data'

export function PersonPage() {
  return (
    <NodePage type="Person" noun="person">
      {(person, reload) =>
        isErased(person.email) ? (
          <ErasedPerson />
        ) : (
          <div className="columns" key={person.id}>
            <NodeForm kind={personKind} node={person} reload={reload} />
            <Stack as="aside" gap="spacious" aria-label="Sessions and personal data">
              <PersonPasskeys person={person} reload={reload} />
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

import { useState } from 'react'
import { useQuery } from 'urql'
import { AssignForm } from './assign-form'
import { Comments } from './comments'
import { graphql } from './gql'
import { History } from './history'
import { personText } from './person-text'
import { requestProblem } from './problems'
import type { Session } from './session'
import { UpdateForm } from './update-form'

const OpenCaseQuery = graphql(`
  query OpenCase($id: ID!) {
    case(id: $id) {
      id
      version
      party {
        firstname
        email
      }
      ...UpdatableCase
      ...AssignableCase
      ...CaseComments
      ...CaseHistory
    }
  }
`)

export function CasePage({ id, session }: { id: string; session: Session }) {
  // Others may have changed the case since it was last opened.
  const [{ data, error, fetching }] = useQuery({
    query: OpenCaseQuery,
    variables: { id },
    requestPolicy: 'cache-and-network',
  })
  const [done, setDone] = useState('')

  if (error)
    return (
      <p role="alert" className="problems">
        {requestProblem(error).message}
      </p>
    )
  if (!data) return <output>{fetching ? 'Loading the case.' : ''}</output>
  const { case: found } = data
  if (!found)
    return (
      <p role="alert" className="problems">
        Case {id} does not exist, or you cannot change it.
      </p>
    )

  return (
    <article aria-labelledby="case">
      <title>{`Case ${found.id}`}</title>
      <h2 id="case">Case {found.id}</h2>
      <p>
        {found.party ? `Party: ${personText(found.party)}. ` : 'No party. '}
        Version {found.version}.
      </p>
      <output className="done">{done}</output>
      <div className="columns">
        <UpdateForm key={`update ${found.version}`} of={found} session={session} onDone={setDone} />
        <div>
          {session.login === 'OPERATOR' && <AssignForm key={`assign ${found.version}`} of={found} onDone={setDone} />}
          <Comments of={found} />
          <History of={found} />
        </div>
      </div>
    </article>
  )
}

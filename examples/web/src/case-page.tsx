import { useState } from 'react'
import { useQuery } from 'urql'
import { AssignForm } from './assign-form'
import { Comments } from './comments'
import { graphql } from './gql'
import { History } from './history'
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
  // Others may have changed it since it was opened last.
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
  if (!data) return <output>{fetching ? 'Opening the case.' : ''}</output>
  const { case: found } = data
  if (!found)
    return (
      <p role="alert" className="problems">
        There is no case {id} that you may change.
      </p>
    )

  return (
    <article aria-labelledby="case">
      <title>{`Case ${found.id}`}</title>
      <h2 id="case">Case {found.id}</h2>
      <p>
        {found.party ? `For ${found.party.firstname}, ${found.party.email}. ` : 'For nobody in particular. '}
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

import { Heading, Label, Spinner, Stack } from '@primer/react'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { AssignForm } from './assign-form'
import { AssignmentLabel, StatusLabel } from './case-labels'
import { ChangedNotice } from './changed-notice'
import { CommentForm } from './comment-form'
import { Instant } from './instant'
import { type CaseFormProperties, OpenCaseQuery, type ShownCase } from './open-case'
import { RequestProblem } from './problem-list'
import { Timeline } from './timeline'
import { UpdateForm } from './update-form'

export function CasePage({ id }: { id: string }) {
  // Others may have changed the case since it was last opened. A cached one would look as if they did so only now.
  const [{ data, error, fetching }, load] = useQuery({
    query: OpenCaseQuery,
    variables: { id },
    requestPolicy: 'network-only',
  })
  useEffect(() => {
    const reload = () => load({ requestPolicy: 'network-only' })
    window.addEventListener('focus', reload)
    return () => window.removeEventListener('focus', reload)
  }, [load])

  if (error && !data) return <RequestProblem error={error} />
  if (!data) return fetching ? <Spinner /> : null
  if (!data.case) return <p role="alert">{`Case ${id} does not exist, or you cannot access it.`}</p>
  return <LoadedCase of={data.case} onConflict={() => load({ requestPolicy: 'network-only' })} />
}

function LoadedCase({ of, onConflict }: { of: ShownCase; onConflict: () => void }) {
  // The version that the viewer has seen. Changes are saved only if the case still has it.
  const [seen, setSeen] = useState(of.version)
  const [done, setDone] = useState('')
  const { update, assign, comment } = of.permissions

  function saved(version: number, message: string) {
    setDone(message)
    // Otherwise somebody else has changed the case as well, which the viewer has yet to see.
    if (version === seen + 1) setSeen(version)
  }
  const form: CaseFormProperties = { of, seen, onSaved: saved, onConflict }

  return (
    <Stack as="article" aria-labelledby="case">
      <title>{`Case ${of.id}`}</title>
      <CaseHeader of={of} />
      <ChangedNotice of={of} seen={seen} onSeen={() => setSeen(of.version)} />
      <output>{done}</output>
      <div className="columns">
        <Timeline of={of} />
        <Stack>
          {comment.allowed && <CommentForm {...form} />}
          {update.allowed ? <UpdateForm {...form} /> : <p className="faint">{update.message}</p>}
          {assign.allowed && <AssignForm {...form} />}
        </Stack>
      </div>
    </Stack>
  )
}

function CaseHeader({ of }: { of: ShownCase }) {
  const { id, caseType, category, party, resolution, createdAt } = of
  const whose = party ? [party.firstname, party.email].filter(Boolean).join(', ') : 'no party'
  return (
    <header>
      <Heading as="h2" variant="medium" id="case">
        {`${caseType.name} ${id}`}
      </Heading>
      <Stack direction="horizontal" align="center" wrap="wrap" gap="condensed" paddingBlock="condensed">
        <StatusLabel of={of} />
        <Label>{resolution}</Label>
        <AssignmentLabel of={of} />
      </Stack>
      <p className="faint">
        {`${category.name} · ${whose} · opened `}
        <Instant at={createdAt} />
      </p>
    </header>
  )
}

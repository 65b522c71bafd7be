import { Heading, Label, Spinner, Stack } from '@primer/react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { AssignForm } from './assign-form'
import { AssignmentLabel, StatusLabel } from '../case-labels'
import { ChangedNotice } from './changed-notice'
import { useCaseWords } from './case-words'
import { CommentForm } from '../timeline/comment-form'
import { useDraft } from '../form/drafts'
import { Instant } from '../instant'
import { type CaseFormProperties, OpenCaseQuery, type ShownCase } from './open-case'
import { OtherCases } from './other-cases'
import { useCaseNews } from '../live/case-news'
import { RequestProblem } from '../form/problem-list'
import { Timeline } from '../timeline/timeline'
import { useReloadOnFocus } from '../use-reload'
import { type UpdateDraft, updateDraftOf, UpdateForm } from './update-form'

export function CasePage({ id }: { id: string }) {
  // Others may have changed the case since it was last opened. A cached one would look as if they did so only now.
  const [{ data, error, fetching }, load] = useQuery({
    query: OpenCaseQuery,
    variables: { id },
    requestPolicy: 'network-only',
  })
  useReloadOnFocus(load)
  const shown = data?.case?.version ?? 0
  useCaseNews((changed) => {
    const version = changed ? changed.get(id) : Infinity
    if (version !== undefined && version > shown) load({ requestPolicy: 'network-only' })
  })

  if (error && !data) return <RequestProblem error={error} />
  if (!data) return fetching ? <Spinner /> : null
  if (!data.case) return <p role="alert">{`Case ${id} does not exist, or you cannot access it.`}</p>
  return <LoadedCase of={data.case} onConflict={() => load({ requestPolicy: 'network-only' })} />
}

function LoadedCase({ of, onConflict }: { of: ShownCase; onConflict: () => void }) {
  const [draft, setDraft] = useDraft<UpdateDraft>(updateDraftOf(of.id))
  // The version that the viewer has seen, for a draft when it was entered. Changes are saved only if the case still has it.
  const [seen, setSeen] = useState(draft?.seen ?? of.version)
  const [done, setDone] = useState('')
  const words = useCaseWords(of)
  const { update, assign, comment } = of.permissions

  function see(version: number) {
    setSeen(version)
    setDraft((current) => current && { ...current, seen: version })
  }
  function continueWithChanges() {
    see(of.version)
    // The button that had the focus is gone.
    document.getElementById('case')?.focus({ preventScroll: true })
  }
  const form: CaseFormProperties = {
    of,
    seen,
    onSaved(version, message) {
      setDone(message)
      // Otherwise somebody else has changed the case as well, which the viewer has yet to see.
      if (version === seen + 1) see(version)
    },
    onConflict() {
      setDone('')
      onConflict()
    },
  }

  return (
    <Stack as="article" aria-labelledby="case">
      <title>{`Case ${of.id}`}</title>
      <CaseHeader of={of} />
      <ChangedNotice of={of} words={words} seen={seen} onSeen={continueWithChanges} />
      <output>{done}</output>
      <div className="columns">
        <Stack>
          {comment.allowed && <CommentForm {...form} />}
          <Timeline form={form} words={words} />
        </Stack>
        <Stack>
          {update.allowed ? <UpdateForm {...form} /> : <p className="faint">{update.message}</p>}
          {assign.allowed && <AssignForm {...form} />}
          <OtherCases of={of} />
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
      <Heading as="h2" variant="medium" id="case" tabIndex={-1}>
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

import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { Link, useLocation } from 'wouter'
import { CaseInput } from './case-input'
import { CaseValues } from '../../../cases/change/case-values'
import { MergeCaseMutation, UnmergeCaseMutation } from '../../../cases/change/mutations'
import type { CaseFormProperties, ShownCase } from '../../../cases/change/open-case'
import { sendChange, tellElsewhere } from '../../../cases/change/use-change'
import { openedPage } from '../../../ui/display/opened-page'
import { toast } from '../../../ui/display/toasts'
import { Banner } from '../../../ui/elements/banner'
import { Button } from '../../../ui/elements/button'
import { Dialog } from '../../../ui/elements/dialog'
import { textOf, useProblems } from '../../../ui/form/problems/problem-list'
import { useSingle } from '../../../ui/form/inputs/submit'
import { unmask } from '../../../gql'
import { CaseTitle } from '../../../cases/labels/case-title'

interface Properties {
  of: ShownCase
  onClose: () => void
}

interface Chosen {
  id: string
  title: string
  /** The status that the case will get, from a dry run. */
  status: string
}

/** Finds the case to merge this one into, and shows what will happen first. */
export function MergeDialog({ of, onClose }: Properties) {
  const client = useClient()
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problems, setProblems] = useProblems()
  useEffect(() => document.getElementById('intoCaseId')?.focus(), [])
  const former = unmask(CaseValues, of).status

  async function choose(id: string, title: string) {
    setChosen(null)
    const input = { caseInstanceId: of.id, intoCaseId: id, dryRun: true }
    const outcome = await sendChange(client, MergeCaseMutation, input)
    setProblems(outcome.problems.map(({ message }) => ({ input: 'intoCaseId', message })))
    const tried = outcome.saved as { status: string } | null | undefined
    if (tried) setChosen({ id, title, status: tried.status })
  }

  const merge = useSingle(async ({ id }: Chosen) => {
    const isStillOpen = openedPage()
    const outcome = await sendChange(client, MergeCaseMutation, { caseInstanceId: of.id, intoCaseId: id })
    setProblems(outcome.problems.map(({ message }) => ({ input: 'intoCaseId', message })))
    if (!outcome.saved) return void tellElsewhere(of.id, `Not merged. ${textOf(outcome.problems)}`)
    onClose()
    if (isStillOpen()) navigate(`/cases/${id}`)
    toast(`Case ${of.id} was merged into case ${id}.`, async () => {
      const undone = await sendChange(client, UnmergeCaseMutation, { caseInstanceId: of.id, status: former })
      return undone.saved ? `The merge of case ${of.id} was reversed.` : textOf(undone.problems)
    })
  })

  return (
    <Dialog
      title={`Merge case ${of.id} into another one`}
      onClose={onClose}
      footerButtons={[
        { content: 'Cancel', onClick: onClose },
        ...(chosen
          ? [{ content: `Merge into ${chosen.id}`, buttonType: 'primary' as const, onClick: () => merge(chosen) }]
          : []),
      ]}
    >
      <div className="stack">
        <CaseInput
          name="intoCaseId"
          label="Merge into"
          hint="Nothing changes until you choose Merge."
          without={of.id}
          text={chosen?.title ?? ''}
          onChoose={(id, title) => void choose(id, title)}
          problems={problems}
        />
        <div aria-live="polite">{chosen && <Consequences of={of} chosen={chosen} />}</div>
      </div>
    </Dialog>
  )
}

/** What the merge will do. */
function Consequences({ of, chosen: { id, status } }: { of: ShownCase; chosen: Chosen }) {
  const merged = of.links.filter(({ kind }) => kind === 'HAS_DUPLICATE').length
  return (
    <ul>
      <li>{`Case ${of.id} gets the status ${status}. Nothing else can be changed in it.`}</li>
      {of.party && <li>{`New messages from ${of.party.firstname} go to case ${id}.`}</li>}
      <li>{`Its messages stay where they are. Case ${id} shows them too.`}</li>
      {merged > 0 && (
        <li>
          {merged === 1
            ? `The case that was merged into it will be merged into case ${id} too.`
            : `The ${merged} cases that were merged into it will be merged into case ${id} too.`}
        </li>
      )}
      <li>The merge can be reversed.</li>
    </ul>
  )
}

/** Shows which case this one was merged into. Nothing if it was not merged. */
export function Merged({ of, onConflict }: CaseFormProperties) {
  const client = useClient()
  const isMerged = of.links.some(({ kind }) => kind === 'DUPLICATE_OF')
  const reverse = useSingle(async () => {
    const { saved, problems } = await sendChange(client, UnmergeCaseMutation, { caseInstanceId: of.id })
    onConflict()
    toast(saved ? 'The merge was reversed.' : textOf(problems))
  })
  if (!isMerged) return null
  return (
    <Banner
      variant="warning"
      description={
        of.mergedInto ? (
          <>
            This case was merged into{' '}
            <Link href={`/cases/${of.mergedInto.id}`}>
              <CaseTitle of={of.mergedInto} />
            </Link>
            .
          </>
        ) : (
          'This case was merged into another one, which you cannot access.'
        )
      }
      primaryAction={of.mergedInto && <Button onClick={() => void reverse()}>Reverse the merge</Button>}
    />
  )
}

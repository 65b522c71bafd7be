import { XIcon } from '@primer/octicons-react'
import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { Link } from 'wouter'
import { Button, IconButton } from '../../../ui/elements/button'
import { Dialog } from '../../../ui/elements/dialog'
import { Select } from '../../../ui/elements/inputs'
import { CaseInput } from './case-input'
import { LinkCasesMutation, UnlinkCasesMutation } from '../../../cases/change/mutations'
import type { CaseFormProperties, ShownCase } from '../../../cases/change/open-case'
import { type Outcome, sendChange } from '../../../cases/change/use-change'
import { toast } from '../../../ui/display/toasts'
import { Field } from '../../../ui/form/inputs/field'
import { textOf, useProblems } from '../../../ui/form/problems/problem-list'
import { useSingle } from '../../../ui/form/inputs/submit'
import type { CaseLinkKind } from '../../../gql/graphql'
import { StatusLabel } from '../../../cases/labels/case-labels'
import { CaseTitle } from '../../../cases/labels/case-title'
import { useShortcut } from '../../layout/shortcuts'
import { linkKindNames } from '../../../ui/words/names'
import { MergeDialog } from './merge'

type ShownLink = ShownCase['links'][number]

/** The cases that the case is linked to. */
export function LinkedCases({ of, onConflict }: CaseFormProperties) {
  const [isLinking, setLinking] = useState(false)
  const [isMerging, setMerging] = useState(false)
  const mayChange = of.permissions.assign.allowed
  const links = useLinks(of, onConflict)
  useShortcut('l', () => mayChange && setLinking(true))
  if (!mayChange && of.links.length === 0) return null
  return (
    <section aria-labelledby="linked-cases" className="other-cases">
      <h3 id="linked-cases">Linked cases</h3>
      <ul className="stack">
        {of.links.map((link, index) => (
          <LinkedCase key={link.case?.id ?? index} of={link} onRemove={mayChange ? links.remove : undefined} />
        ))}
      </ul>
      {mayChange && (
        <div className="row">
          <Button size="small" onClick={() => setLinking(true)}>
            Link a case
          </Button>
          <Button size="small" onClick={() => setMerging(true)}>
            Merge into …
          </Button>
        </div>
      )}
      {isLinking && <LinkDialog id={of.id} onLink={links.add} onClose={() => setLinking(false)} />}
      {isMerging && <MergeDialog of={of} onClose={() => setMerging(false)} />}
    </section>
  )
}

interface LinkProperties {
  of: ShownLink
  /** Undefined if the viewer may not remove it. */
  onRemove: ((link: ShownLink) => unknown) | undefined
}

function LinkedCase({ of: link, onRemove }: LinkProperties) {
  const { kind, case: other } = link
  // A merge is reversed on the case that was merged.
  const isMerge = kind === 'DUPLICATE_OF' || kind === 'HAS_DUPLICATE'
  return (
    <li>
      <span className="faint">{linkKindNames[kind]}</span>
      {other ? (
        <span className="row">
          <Link href={`/cases/${other.id}`}>
            <CaseTitle of={other} />
          </Link>
          <StatusLabel of={other} />
          {onRemove && !isMerge && (
            <IconButton
              icon={XIcon}
              aria-label={`Remove the link to case ${other.id}`}
              onClick={() => void onRemove(link)}
            />
          )}
        </span>
      ) : (
        <span>A case that you cannot access</span>
      )}
    </li>
  )
}

/** Adds and removes links. Both can be undone. */
function useLinks({ id, links }: ShownCase, reload: () => void) {
  const client = useClient()
  const link = (otherCaseId: string, kind: CaseLinkKind) =>
    sendChange(client, LinkCasesMutation, { caseInstanceId: id, otherCaseId, kind })
  const unlink = (otherCaseId: string) => sendChange(client, UnlinkCasesMutation, { caseInstanceId: id, otherCaseId })

  /** Reports the outcome of a change, and offers to undo it. */
  async function report(sending: Promise<Outcome>, text: string, undo: () => Promise<Outcome>, undone: string) {
    const outcome = await sending
    reload()
    if (!outcome.saved) return outcome
    toast(text, async () => {
      const { saved, problems } = await undo()
      reload()
      return saved ? undone : textOf(problems)
    })
    return outcome
  }
  const add = useSingle(async (other: string, kind: CaseLinkKind) => {
    const replaced = links.find((each) => each.case?.id === other)
    return replaced
      ? report(link(other, kind), 'Linked.', () => link(other, replaced.kind), 'The link was restored.')
      : report(link(other, kind), 'Linked.', () => unlink(other), 'The link was removed again.')
  })
  const remove = useSingle(async ({ kind, case: other }: ShownLink) => {
    if (!other) return
    const { saved, problems } = await report(
      unlink(other.id),
      'Link removed.',
      () => link(other.id, kind),
      'The link was restored.',
    )
    if (!saved) toast(textOf(problems))
  })
  return { add, remove }
}

interface DialogProperties {
  id: string
  onLink: (other: string, kind: CaseLinkKind) => Promise<Outcome | undefined>
  onClose: () => void
}

/** Chooses the kind of the link and the other case. Choosing the case links them. */
function LinkDialog({ id, onLink, onClose }: DialogProperties) {
  const [kind, setKind] = useState<CaseLinkKind>('RELATED')
  const [problems, setProblems] = useProblems()
  useEffect(() => document.getElementById('otherCaseId')?.focus(), [])
  async function choose(other: string) {
    const outcome = await onLink(other, kind)
    if (outcome?.saved) return onClose()
    setProblems((outcome?.problems ?? []).map(({ message }) => ({ input: 'otherCaseId', message })))
  }
  return (
    <Dialog title={`Link case ${id} to another one`} onClose={onClose}>
      <div className="stack">
        <Field label="This case" name="linkKind">
          <Select value={kind} onChange={({ target }) => setKind(target.value as CaseLinkKind)}>
            <option value="RELATED">is related to the other case</option>
            <option value="PARENT">is part of the other case</option>
            <option value="CHILD">contains the other case</option>
          </Select>
        </Field>
        <CaseInput
          name="otherCaseId"
          label="Other case"
          hint="It is linked when you choose it."
          without={id}
          onChoose={(other) => void choose(other)}
          problems={problems}
        />
      </div>
    </Dialog>
  )
}

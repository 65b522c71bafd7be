import { XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useClient } from 'urql'
import { Link } from 'wouter'
import { Button, IconButton } from '../elements/button'
import { Select } from '../elements/inputs'
import { CaseInput } from '../change/case-input'
import { LinkCasesMutation, UnlinkCasesMutation } from '../change/mutations'
import type { CaseFormProperties, ShownCase } from '../change/open-case'
import { type Outcome, sendChange } from '../change/use-change'
import { toast } from '../display/toasts'
import { Field } from '../form/field'
import { textOf, useProblems } from '../form/problem-list'
import { useSingle } from '../form/submit'
import type { CaseLinkKind } from '../gql/graphql'
import { StatusLabel } from '../labels/case-labels'
import { CaseTitle } from '../labels/case-title'
import { useShortcut } from '../layout/shortcuts'
import { linkKindNames } from '../words/names'
import { MergeDialog } from './merge-dialog'

const chosenKinds = ['RELATED', 'PARENT', 'CHILD'] as const
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
      {isLinking && (
        <LinkForm
          id={of.id}
          onLink={async (other, kind) => {
            const outcome = await links.add(other, kind)
            if (outcome?.saved) setLinking(false)
            return outcome
          }}
        />
      )}
      {mayChange && (
        <div className="row">
          <Button size="small" onClick={() => setLinking(!isLinking)}>
            {isLinking ? 'Cancel' : 'Link a case'}
          </Button>
          <Button size="small" onClick={() => setMerging(true)}>
            Merge into …
          </Button>
        </div>
      )}
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
              size="small"
              variant="invisible"
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
function useLinks({ id }: ShownCase, reload: () => void) {
  const client = useClient()
  const link = (otherCaseId: string, kind: CaseLinkKind) =>
    sendChange(client, LinkCasesMutation, { caseInstanceId: id, otherCaseId, kind })
  const unlink = (otherCaseId: string) => sendChange(client, UnlinkCasesMutation, { caseInstanceId: id, otherCaseId })

  /** Says what came of a change, and offers the one that undoes it. */
  async function said(sending: Promise<Outcome>, text: string, undo: () => Promise<Outcome>, undone: string) {
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
  const add = useSingle(async (other: string, kind: CaseLinkKind) =>
    said(link(other, kind), 'Linked.', () => unlink(other), 'The link is removed.'),
  )
  const remove = useSingle(async ({ kind, case: other }: ShownLink) => {
    if (!other) return
    const { saved, problems } = await said(
      unlink(other.id),
      'Link removed.',
      () => link(other.id, kind),
      'The link is back.',
    )
    if (!saved) toast(textOf(problems))
  })
  return { add, remove }
}

interface FormProperties {
  id: string
  onLink: (other: string, kind: CaseLinkKind) => Promise<Outcome | undefined>
}

/** What the other case is, and which one. It is linked when it is chosen. */
function LinkForm({ id, onLink }: FormProperties) {
  const [kind, setKind] = useState<CaseLinkKind>('RELATED')
  const [problems, setProblems] = useProblems()
  async function choose(other: string) {
    const outcome = await onLink(other, kind)
    setProblems((outcome?.problems ?? []).map(({ message }) => ({ input: 'otherCaseId', message })))
  }
  return (
    <div className="stack">
      <Field label="This case is" name="linkKind">
        <Select value={kind} onChange={({ target }) => setKind(target.value as CaseLinkKind)}>
          {chosenKinds.map((each) => (
            <Select.Option key={each} value={each}>
              {linkKindNames[each]}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <CaseInput
        name="otherCaseId"
        label="Other case"
        without={id}
        onChoose={(other) => void choose(other)}
        problems={problems}
      />
    </div>
  )
}

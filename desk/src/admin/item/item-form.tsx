import { Button, Heading, Link as StyledLink, Stack } from '@primer/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { ProblemList, useProblems } from '../../form/problem-list'
import type { ShownProblem } from '../../form/problems'
import { Instant } from '../../display/instant'
import { ChangedMeanwhile } from './changed-meanwhile'
import { useItemDraft } from './item-draft'
import { type Form, historyAddressOf, type Item, type ItemKind } from './item-kind'
import { useCodeNames } from '../words/names'
import { Review } from './review'
import { type ItemChange, type Outcome, useConfigure } from './use-configure'

interface Properties<Values extends object> {
  kind: ItemKind<Values>
  /** Null if it is new. */
  item: Item<Values> | null
  empty: Values
  /** Loads what is stored now. */
  reload: () => void
  /** The address of the page of what was saved. */
  addressOf: (values: Values) => string | Promise<string>
  children: (form: Form<Values>) => ReactNode
}

/**
 * The form of a configured item. It shows what a change affects before it is saved, and what others have changed since it was
 * opened.
 */
export function ItemForm<Values extends object>({
  kind,
  item,
  empty,
  reload,
  addressOf,
  children,
}: Properties<Values>) {
  const draft = useItemDraft(kind, item, empty)
  const { fetching, configure } = useConfigure(kind)
  const [problems, setProblems] = useProblems(draft.seen)
  const [review, setReview] = useState<{ change: ItemChange; values: Values; entered: Partial<Values> }>()
  const [note, setNote] = useState('')
  const [, navigate] = useLocation()
  const before: { saved?: string } | null = useHistoryState()
  const { values } = draft
  const names = useCodeNames()
  const isNew = item === null
  const title = isNew ? `New ${kind.noun}` : kind.titleOf(item.values, names)

  const send = (values: Values, dryRun: boolean) =>
    configure({ ...kind.toInput(values, item?.values ?? null), expectedVersion: draft.seen }, dryRun)

  function reject({ problems, isConflict }: Outcome) {
    if (isConflict) reload()
    setProblems(isConflict && isNew ? [taken(kind.noun)] : problems.map(atInput))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setNote('')
    const unreadable = kind.check?.(values) ?? []
    if (unreadable.length > 0) return setProblems(unreadable)
    const { entered } = draft
    const outcome = await send(values, true)
    const { change } = outcome
    if (!change) return reject(outcome)
    setProblems([])
    if (change.kind !== 'UNCHANGED') return setReview({ change, values, entered })
    draft.settle(entered, draft.seen)
    setNote('There are no changes to save.')
  }

  /** Saves what was reviewed, and nothing that was entered since. */
  async function save({ values, entered }: NonNullable<typeof review>) {
    const outcome = await send(values, false)
    setReview(undefined)
    if (!outcome.change) return reject(outcome)
    const address = await addressOf(values)
    draft.settle(entered, outcome.change.version)
    navigate(address, { replace: true, state: { saved: isNew ? 'Created.' : 'Saved.' } })
  }

  return (
    <Stack as="form" onSubmit={submit} noValidate className="item" aria-labelledby="item">
      <title>{title}</title>
      <Stack direction="horizontal" justify="space-between" align="center" gap="condensed">
        <Heading as="h2" variant="medium" id="item" tabIndex={-1}>
          {title}
        </Heading>
        {item && (
          <Link href={historyAddressOf(kind, item.key)} asChild>
            <StyledLink>History</StyledLink>
          </Link>
        )}
      </Stack>
      <ChangedMeanwhile
        isOutdated={draft.isOutdated && !isNew}
        changes={draft.changedMeanwhile}
        labels={kind.labels}
        isEntered={draft.isEntered}
        onSeen={() => {
          draft.see()
          // The button that had the focus is gone.
          document.getElementById('item')?.focus({ preventScroll: true })
        }}
      />
      <ProblemList problems={problems} inputs={problems.map(({ input }) => input).filter((input) => input !== '')} />
      <output>{draft.hasDraft ? '' : note || before?.saved}</output>
      {draft.since !== undefined && (
        <p className="draft-note">
          {isNew
            ? 'This is a draft of yours, not created yet. You began '
            : 'This shows changes of yours that are not saved. You began '}
          <Instant at={draft.since} />
          {!isNew && `, with version ${draft.seen}${draft.isOutdated ? `. Version ${item.version} is stored now` : ''}`}
          .
        </p>
      )}
      {children({ values, isNew, problems, change: draft.change, typed: draft.typed, type: draft.type })}
      <Stack direction="horizontal" gap="condensed">
        <Button type="submit" variant="primary" loading={fetching && !review}>
          {isNew ? 'Review and create' : 'Review and save'}
        </Button>
        {draft.hasDraft && (
          <Button variant="invisible" onClick={draft.discard}>
            {isNew ? 'Discard' : 'Discard changes'}
          </Button>
        )}
      </Stack>
      {review && (
        <Review
          change={review.change}
          values={review.values}
          title={isNew ? `Create ${kind.titleOf(review.values, names)}?` : `Save the changes to ${title}?`}
          labels={kind.labels}
          typeCode={item?.key['code']}
          isSaving={fetching}
          onClose={() => setReview(undefined)}
          onSave={() => save(review)}
        />
      )}
    </Stack>
  )
}

/** Problems within a list belong to its input, unless the page has one for that place. */
function atInput({ input, message }: ShownProblem): ShownProblem {
  let place = input
  while (place !== '' && !document.getElementById(place)) place = place.split('.').slice(0, -1).join('.')
  return { input: place, message }
}

function taken(noun: string): ShownProblem {
  return { input: '', message: `This ${noun} already exists. Open it to change it.` }
}

import { Banner } from '../../../ui/elements/banner'
import { Button } from '../../../ui/elements/button'
import { Stack } from '../../../ui/elements/stack'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { Instant } from '../../../ui/display/instant'
import { ProblemList } from '../../../ui/form/problems/problem-list'
import type { ShownProblem } from '../../../ui/form/problems/problems'
import { submitted } from '../../../ui/form/inputs/submit'
import type { Configuration } from '../configuration/configuration'
import { ChangeList } from '../configuration/change-list'
import { FormInputs, type Inputs, labelsOf } from './inputs'
import type { ItemDraft } from './item-draft'

interface Properties {
  inputs: Inputs
  configuration: Configuration
  draft: ItemDraft
  isNew: boolean
  title: string
  /** The address of what the audit log has about the item. */
  history?: string | null
  problems: readonly ShownProblem[]
  /** What was done. */
  note?: string
  isSaving: boolean
  /** What the button says that saves. */
  save: string
  onSubmit: () => Promise<void>
  /** Dialogs of the form. */
  children: ReactNode
}

/** The form of an item, which says that it shows a draft, and what others have changed since it was opened. */
export function ItemForm(properties: Properties) {
  const { inputs, configuration, draft, isNew, title, history, problems, note, isSaving, save, onSubmit } = properties
  const before: { saved?: string } | null = useHistoryState()
  const { values, since, seen, version, isOutdated, change, typed, type } = draft
  const hasDraft = since !== undefined
  return (
    <Stack as="form" className="item" noValidate aria-labelledby="item" onSubmit={submitted(onSubmit)}>
      <title>{title}</title>
      <Stack direction="horizontal" justify="space-between" align="center" gap="condensed">
        <h2 className="heading" id="item" tabIndex={-1}>
          {title}
        </h2>
        {history && <Link href={history}>History</Link>}
      </Stack>
      <ChangedMeanwhile
        draft={draft}
        labels={labelsOf(inputs)}
        onSeen={() => {
          draft.see()
          // The button that had the focus is gone.
          document.getElementById('item')?.focus({ preventScroll: true })
        }}
      />
      <ProblemList problems={problems} inputs={problems.map(({ input }) => input).filter((input) => input !== '')} />
      <output>{hasDraft ? '' : note || before?.saved}</output>
      {hasDraft && (
        <p className="notice attention">
          {isNew
            ? 'This is a draft of yours, not created yet. You began '
            : 'This shows changes of yours that are not saved. You began '}
          <Instant at={since} />
          {!isNew && `, with version ${seen}${isOutdated ? `. Version ${version} is stored now` : ''}`}.
        </p>
      )}
      <FormInputs of={inputs} form={{ values, isNew, problems, change, typed, type, configuration }} />
      <Stack direction="horizontal" gap="condensed">
        <Button type="submit" variant="primary" loading={isSaving}>
          {save}
        </Button>
        {hasDraft && (
          <Button variant="invisible" onClick={draft.discard}>
            {isNew ? 'Discard' : 'Discard changes'}
          </Button>
        )}
      </Stack>
      {properties.children}
    </Stack>
  )
}

/** What others have changed while the form was open. It saves nothing until the admin has seen it. */
function ChangedMeanwhile({
  draft,
  labels,
  onSeen,
}: Pick<Properties, 'draft'> & { labels: Record<string, string>; onSeen: () => void }) {
  return (
    <div aria-live="polite" className="changed">
      {draft.isOutdated && (
        <Banner
          variant="warning"
          title="This has changed since you opened it"
          description={
            <>
              <ChangeList
                changes={draft.changedMeanwhile}
                labels={labels}
                noteOf={(member) => member in draft.entered && 'If you save, your input replaces it.'}
              />
              <div>The form shows the new values together with your input. Check them before you save.</div>
            </>
          }
          primaryAction={<Button onClick={onSeen}>Continue</Button>}
        />
      )}
    </div>
  )
}

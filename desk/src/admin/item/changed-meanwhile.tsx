import { Banner } from '../../elements/banner'
import { ChangeList } from '../words/change-list'
import type { ItemDraft } from './item-draft'

interface Properties {
  draft: ItemDraft
  labels: Record<string, string>
  onSeen: () => void
}

/** What others have changed while the form was open. It saves nothing until the admin has seen it. */
export function ChangedMeanwhile({ draft, labels, onSeen }: Properties) {
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
          primaryAction={<Banner.PrimaryAction onClick={onSeen}>Continue</Banner.PrimaryAction>}
        />
      )}
    </div>
  )
}

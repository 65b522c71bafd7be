import { Banner } from '@primer/react'
import { type Change, ChangeList } from '../words/change-list'

interface Properties {
  isOutdated: boolean
  changes: readonly Change[]
  labels: Record<string, string>
  /** Whether the admin has changed a member too. */
  isEntered: (member: string) => boolean
  onSeen: () => void
}

/** What others have changed while the form was open. It saves nothing until the admin has seen it. */
export function ChangedMeanwhile({ isOutdated, changes, labels, isEntered, onSeen }: Properties) {
  return (
    <div aria-live="polite" className="changed">
      {isOutdated && (
        <Banner
          variant="warning"
          title="This has changed since you opened it"
          description={
            <>
              <ChangeList
                changes={changes}
                labels={labels}
                noteOf={(member) => isEntered(member) && 'If you save, your input replaces it.'}
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

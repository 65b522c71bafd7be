import { Banner } from '@primer/react'
import type { ChangedMember } from './item-draft'
import { shownValue } from './shown-value'

interface Properties {
  isOutdated: boolean
  changes: readonly ChangedMember[]
  labels: Record<string, string>
  onSeen: () => void
}

/** What others have changed while the form was open. It saves nothing until the admin has seen it. */
export function ChangedMeanwhile({ isOutdated, changes, labels, onSeen }: Properties) {
  return (
    <div aria-live="polite" className="changed">
      {isOutdated && (
        <Banner
          variant="warning"
          title="This has changed since you opened it"
          description={
            <>
              <ul className="changes">
                {changes.map(({ name, from, to, isEntered }) => (
                  <li key={name}>
                    {`${labels[name] ?? name}: ${shownValue(from)} → ${shownValue(to)}`}
                    {isEntered && '. If you save, your input replaces it.'}
                  </li>
                ))}
              </ul>
              <div>The form shows the new values together with your input. Check them before you save.</div>
            </>
          }
          primaryAction={<Banner.PrimaryAction onClick={onSeen}>Continue</Banner.PrimaryAction>}
        />
      )}
    </div>
  )
}

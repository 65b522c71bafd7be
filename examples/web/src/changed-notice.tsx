import { Banner } from '@primer/react'
import { useEffect, useRef } from 'react'
import { EventText } from './event-text'
import { type FragmentType, graphql, unmask } from './gql'

const RecentChanges = graphql(`
  fragment RecentChanges on Case {
    version
    fields {
      name
      label
    }
    history(last: 20) {
      nodes {
        id
        sequence
        ...ShownEvent
      }
    }
  }
`)

interface Properties {
  of: FragmentType<typeof RecentChanges>
  seen: number
  onSeen: () => void
}

/** What others have changed while the case was open. The forms save nothing until the viewer has seen it. */
export function ChangedNotice({ of, seen, onSeen }: Properties) {
  const { version, fields, history } = unmask(RecentChanges, of)
  const events = history.nodes.filter(({ sequence }) => sequence > seen)
  const isChanged = version > seen
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChanged) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [isChanged])
  if (!isChanged) return null
  return (
    <div role="alert" ref={notice}>
      <Banner
        variant="warning"
        title="This case has changed since you opened it"
        description={
          <>
            {events.map((event) => (
              <EventText key={event.id} of={event} fields={fields} />
            ))}
            <div>The form below shows the new values together with your input. Check it, then save again.</div>
          </>
        }
        primaryAction={<Banner.PrimaryAction onClick={onSeen}>Continue</Banner.PrimaryAction>}
      />
    </div>
  )
}

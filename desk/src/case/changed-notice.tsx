import { Banner } from '@primer/react'
import type { CaseWords } from './case-words'
import { EventText } from '../timeline/event-text'
import { type FragmentType, graphql, unmask } from '../gql'

const RecentChanges = graphql(`
  fragment RecentChanges on Case {
    version
    history(last: 20) {
      nodes {
        id
        sequence
        at
        ...ShownEvent
      }
    }
    comments(last: 20) {
      nodes {
        id
        text
        createdAt
      }
    }
  }
`)

interface Properties {
  of: FragmentType<typeof RecentChanges>
  words: CaseWords
  seen: number
  onSeen: () => void
}

/**
 * What others have changed and written while the case was open. The forms save nothing until the viewer has seen it. It
 * remains in view, and screen readers announce it without interrupting.
 */
export function ChangedNotice({ of, words, seen, onSeen }: Properties) {
  const { version, history, comments } = unmask(RecentChanges, of)
  const events = history.nodes.filter(({ sequence }) => sequence > seen)
  return (
    <div aria-live="polite" className="changed">
      {version > seen && (
        <Banner
          variant="warning"
          title="This case has changed since you opened it"
          description={
            <>
              {events.map((event) => (
                <div key={event.id}>
                  <EventText of={event} words={words} />
                  {/* A comment has the time of the event that added it. */}
                  {comments.nodes
                    .filter(({ createdAt }) => createdAt === event.at)
                    .map(({ id, text }) => (
                      <blockquote key={id} className="text">
                        {text}
                      </blockquote>
                    ))}
                </div>
              ))}
              <div>The forms show the new values together with your input. Check them before you save.</div>
            </>
          }
          primaryAction={<Banner.PrimaryAction onClick={onSeen}>Continue</Banner.PrimaryAction>}
        />
      )}
    </div>
  )
}

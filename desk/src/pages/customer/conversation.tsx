import { Instant } from '../../ui/display/instant'
import { type FragmentType, unmask } from '../../gql'
import { Entries, type Event, type LatestEntries } from '../timeline/entries'
import { ShownEvent } from '../timeline/event-text'
import { usePending } from '../../cases/change/pending'
import { Message, PendingAnswer } from './message'

interface Properties {
  of: { id: string; version: number } & FragmentType<typeof LatestEntries>
}

/** What was written and the statuses of the case, oldest first. */
export function Conversation({ of }: Properties) {
  const messages = usePending(of).flatMap((each) => (each.message ? [{ ...each, message: each.message }] : []))
  return (
    <section aria-label="Conversation" className="own-talk">
      <Entries of={of}>
        {(entry) =>
          'comment' in entry ? (
            <Message of={entry.comment} />
          ) : (
            entry.events.map((event) => <StatusChange key={event.id} of={event} />)
          )
        }
      </Entries>
      {messages.length > 0 && (
        <ol className="stack wide entries">
          {messages.map(({ message, made }) => (
            <PendingAnswer key={message.key} of={message} isSent={made !== undefined} />
          ))}
        </ol>
      )}
      {/* What is new stands at the end, above the input. */}
      <div key={`${of.version} ${messages.length}`} ref={scrollTo} className="own-talk-end" />
    </section>
  )
}

function scrollTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'end' })
}

/** Of the changes, customers see those of the status, and that a message was removed. */
function StatusChange({ of }: { of: Event }) {
  const { kind, at, changes } = unmask(ShownEvent, of)
  const status = changes.find(({ path }) => path[0] === 'status')?.to
  const isRemoved = kind === 'COMMENTED' && of.comments.length === 0
  if (status === undefined && !isRemoved) return null
  return (
    <li className="faint">
      {isRemoved ? 'A message that was removed · ' : `Status: ${String(status)} · `}
      <Instant at={at} />
    </li>
  )
}

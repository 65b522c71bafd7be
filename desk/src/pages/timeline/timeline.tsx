import { Button } from '../../ui/elements/button'
import type { CaseFormProperties } from '../../cases/change/open-case'
import { usePending } from '../../cases/change/pending'
import type { CaseWords } from './case-words'
import { CommentEntry } from './messages/comment-entry'
import { Entries } from './entries'
import { EventText } from './event-text'
import { MergedConversations } from './messages/merged-conversation'
import { entryOf, type News, useSteady } from './news'
import { PendingMessages } from './messages/pending-messages'

interface Properties {
  form: CaseFormProperties
  words: CaseWords
  news: News
}

/** What was written to a case, and its changes. It begins at its end. */
export function Timeline({ form, words, news }: Properties) {
  const pending = usePending(form.of)
  const conversation = useSteady(form.of, pending.filter(({ message }) => message).length)
  const removals = new Map(pending.map((each) => [each.removed, each]))
  return (
    <section ref={conversation} id="conversation" className="conversation" aria-label="Conversation" tabIndex={-1}>
      <div>
        <Entries of={form.of}>
          {(entry) =>
            'comment' in entry ? (
              <CommentEntry
                form={form}
                comment={entry.comment}
                removal={removals.get(entry.comment.id)}
                isFirstNew={news.first === entry.comment.id}
              />
            ) : (
              <li className="event faint">
                <EventText of={entry.events} words={words} />
                {entry.events.map((event) => (
                  <MergedConversations key={event.id} of={event} />
                ))}
              </li>
            )
          }
        </Entries>
        <PendingMessages of={pending} />
      </div>
    </section>
  )
}

/** Leads to what others have written, if it is not in view. It moves nothing. */
export function NewsButton({ of: { first, unseen } }: { of: News }) {
  function show() {
    const entry = entryOf(first)
    entry?.scrollIntoView({ block: 'start' })
    entry?.focus({ preventScroll: true })
  }
  return (
    <div aria-live="polite" className="news">
      {unseen > 0 && (
        <Button size="small" onClick={show}>
          {unseen === 1 ? '1 new message' : `${unseen} new messages`}
        </Button>
      )}
    </div>
  )
}

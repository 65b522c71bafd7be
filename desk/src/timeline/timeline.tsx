import type { CaseFormProperties } from '../change/open-case'
import { usePending } from '../change/pending'
import type { CaseWords } from './case-words'
import { CommentEntry } from './comment-entry'
import { Entries } from './entries'
import { EventText } from './event-text'
import { PendingMessages } from './pending-messages'

/** What was written to a case, and its changes. It begins at its end. */
export function Timeline({ form, words }: { form: CaseFormProperties; words: CaseWords }) {
  const pending = usePending(form.of)
  const removals = new Map(pending.map((each) => [each.removed, each]))
  return (
    <section id="conversation" className="conversation" aria-label="Conversation" tabIndex={-1}>
      <div>
        <Entries of={form.of}>
          {(entry) =>
            'comment' in entry ? (
              <CommentEntry form={form} comment={entry.comment} removal={removals.get(entry.comment.id)} />
            ) : (
              <li className="event faint">
                <EventText of={entry.events} words={words} />
              </li>
            )
          }
        </Entries>
        <PendingMessages of={pending} />
      </div>
    </section>
  )
}

import type { CaseFormProperties } from '../change/open-case'
import type { CaseWords } from './case-words'
import { CommentEntry } from './comment-entry'
import { Entries } from './entries'
import { EventText } from './event-text'

/** What was written to a case, and its changes. It begins at its end. */
export function Timeline({ form, words }: { form: CaseFormProperties; words: CaseWords }) {
  return (
    <section id="conversation" className="conversation" aria-label="Conversation" tabIndex={-1}>
      <div>
        <Entries of={form.of}>
          {(entry) =>
            'comment' in entry ? (
              <CommentEntry form={form} comment={entry.comment} />
            ) : (
              <li className="event faint">
                <EventText of={entry.event} words={words} />
              </li>
            )
          }
        </Entries>
      </div>
    </section>
  )
}

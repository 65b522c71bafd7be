import type { ImportFile } from '../format/import-format.ts'

/** The addresses that the sessions and the cases of a file refer to. */
export function* emailsOf({ sessions, cases }: ImportFile): Generator<string> {
  for (const { email } of sessions.items.values()) yield email
  for (const { partyEmail, assigneeEmail, comments, history } of cases.items.values()) {
    if (partyEmail != null) yield partyEmail
    if (assigneeEmail != null) yield assigneeEmail
    for (const { authorEmail } of comments ?? []) if (authorEmail != null) yield authorEmail
    for (const { actorEmail } of history ?? []) if (actorEmail != null) yield actorEmail
  }
}

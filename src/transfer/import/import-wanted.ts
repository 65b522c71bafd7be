import type { Items } from '../../configuration/items/items.rules.ts'
import { addTypeCategory, type Wanted, wantedBy } from '../../configuration/stored/wanted.ts'
import { emailKey } from '../../people/email.ts'
import type { ImportFile } from '../format/import-format.ts'

/** What the items, the sessions and the cases of a file are and refer to. */
export function wantedByFile({ sessions, cases }: ImportFile, items: Items): Wanted {
  const wanted = wantedBy(items)
  const addEmail = (email: string | null | undefined) => email != null && wanted.emails.add(emailKey(email))
  const addTouchpoint = (code: string | null | undefined) => code != null && wanted.touchpoints.add(code)
  for (const { touchpointCode, email } of sessions.items.values()) {
    addTouchpoint(touchpointCode)
    addEmail(email)
  }
  for (const item of cases.items.values()) {
    addTypeCategory(wanted, item)
    wanted.fields.add(item.typeCode)
    addEmail(item.partyEmail)
    addEmail(item.assigneeEmail)
    for (const { authorEmail, touchpointCode } of item.comments ?? []) {
      addEmail(authorEmail)
      addTouchpoint(touchpointCode)
    }
    for (const { actorEmail, touchpointCode } of item.history ?? []) {
      addEmail(actorEmail)
      addTouchpoint(touchpointCode)
    }
  }
  return wanted
}

import { personKey } from '../../configuration/items/items.rules.ts'
import { emailKey } from '../../people/email.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import type { ImportFile, Item } from '../format/import-format.ts'

/** The persons and groups of the file, and those that it refers to. They have IDs when the configuration is written. */
export interface PeopleIds {
  /** By `personKey`. */
  persons: ReadonlyMap<string, { id: number }>
  /** By name. */
  groups: ReadonlyMap<string, { id: number }>
}

/** The addresses that the sessions and the cases of a file refer to. */
export function* emailsOf({ sessions, cases }: ImportFile): Generator<string> {
  for (const { email } of sessions.items.values()) yield email
  for (const { partyEmail, assigneeEmail, comments, history } of cases.items.values()) {
    const ofComments = (comments ?? []).map(({ authorEmail }) => authorEmail)
    const ofEvents = (history ?? []).map(({ actorEmail }) => actorEmail)
    for (const email of [partyEmail, assigneeEmail, ...ofComments, ...ofEvents]) if (email != null) yield email
  }
}

/**
 * The `personKey` of the author of a comment or the actor of an event, or undefined if no such person exists. Without a
 * login, an address that belongs to several persons means the party of the case, else an operator, a party or a
 * consumer, in this order.
 */
export function authorKey(
  email: string,
  login: LoginKind | null | undefined,
  { partyEmail }: Item<'cases'>,
  exists: (key: string) => boolean,
): string | undefined {
  const isPartyOfCase = partyEmail != null && emailKey(partyEmail) === emailKey(email)
  const kinds: readonly LoginKind[] = isPartyOfCase ? ['PARTY'] : ['OPERATOR', 'PARTY', 'CONSUMER']
  const keys = (login ? [login] : kinds).map((kind) => personKey(kind, email))
  return keys.find(exists)
}

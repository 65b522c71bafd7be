import { personKey } from '../../configuration/items/items.rules.ts'
import { emailKey } from '../../people/email.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import type { Item } from '../format/import-format.ts'

/** The author of a comment or the actor of an event. */
export interface Author {
  email: string
  login: LoginKind | null | undefined
}

/** Events of an import have none, and comments without one have that of their event. */
export type PossibleAuthor = { [Member in keyof Author]: Author[Member] | null | undefined }

/**
 * The `personKey` of the author of a comment or the actor of an event, or undefined if no such person exists. Without a
 * login, an address that belongs to several persons means the party of the case, else an operator, a party or a
 * consumer, in this order.
 */
export function authorKey(
  { email, login }: Author,
  { partyEmail }: Item<'cases'>,
  exists: (key: string) => boolean,
): string | undefined {
  const isPartyOfCase = partyEmail != null && emailKey(partyEmail) === emailKey(email)
  const kinds: readonly LoginKind[] = isPartyOfCase ? ['PARTY'] : ['OPERATOR', 'PARTY', 'CONSUMER']
  const keys = (login ? [login] : kinds).map((kind) => personKey(kind, email))
  return keys.find(exists)
}

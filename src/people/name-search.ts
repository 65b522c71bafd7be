/** Whether the index can find persons `o` by a text: it has their parts of three characters. */
export function hasTrigrams(search: string): boolean {
  return [...search].length >= 3
}

/** A condition on a person `o`: the first name or the email address contains the text, in any letter case. */
export function nameContains(search: string): string {
  return `(strpos(lower(o.email_key), lower(${search})) > 0 or strpos(lower(o.firstname), lower(${search})) > 0)`
}

/** The same, so that PostgreSQL uses the index, for a text with trigrams. */
export function nameContainsByIndex(search: string): string {
  return `trigrams(lower(o.email_key || ' ' || o.firstname)) @> trigrams(lower(${search})) and ${nameContains(search)}`
}

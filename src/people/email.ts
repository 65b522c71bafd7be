/** An e-mail address as it is compared and kept unique: letter case does not count. */
export function emailKey(email: string): string {
  // Character by character: the lower case of a whole text depends on where a sigma stands.
  return Array.from(email, (character) => character.toLowerCase()).join('')
}

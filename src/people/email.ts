/** The key by which email addresses are compared and unique: their lower case. */
export function emailKey(email: string): string {
  // Character by character, because the lower case of a sigma depends on its position in the text.
  return Array.from(email, (character) => character.toLowerCase()).join('')
}

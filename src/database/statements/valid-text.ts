/** Whether PostgreSQL stores the text unchanged. It rejects NUL, and replaces lone surrogates by U+FFFD. */
export function isValidPostgresText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Text that a query can search for, or null. PostgreSQL rejects other text as a parameter, and nothing stored equals it. */
export function searchableText(text: string | null | undefined): string | null {
  return text != null && isValidPostgresText(text) ? text : null
}

/** Whether the text has at most this many code points. It has one for one or two UTF-16 code units, which need no counting. */
export function hasAtMost(codePoints: number, text: string): boolean {
  return text.length <= codePoints || (text.length <= 2 * codePoints && [...text].length <= codePoints)
}

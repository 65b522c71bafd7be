/** Whether PostgreSQL stores the text unchanged. It rejects NUL, and replaces lone surrogates by U+FFFD. */
export function isValidPostgresText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Text that a query can search for, or null. PostgreSQL rejects other text as a parameter, and nothing stored equals it. */
export function searchableText(text: string | null | undefined): string | null {
  return text != null && isValidPostgresText(text) ? text : null
}

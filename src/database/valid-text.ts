/** Whether PostgreSQL stores the text unchanged. It rejects NUL, and replaces lone surrogates by U+FFFD. */
export function isValidPostgresText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

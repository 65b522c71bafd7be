/** Whether PostgreSQL keeps a text as it is: it refuses NUL and would turn a lone surrogate into U+FFFD. */
export function isValidPostgresText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

const byteOrderMark = '\uFEFF'

/** What spreadsheets may read as the beginning of a formula: these characters, their full-width forms, a tab and a line break. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
/** As in JSON. */
const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const special = /[",\r\n]/

/** A value as a CSV cell (RFC 4180) that no spreadsheet runs as a formula. Times are in ISO 8601, and lists and objects are JSON. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function lineOf(values: readonly unknown[]): string {
  return `${values.map(cellOf).join()}\r\n`
}

/** The first line, after the mark that tells spreadsheets that the file is in UTF-8. */
export function headerOf(names: readonly string[]): string {
  return byteOrderMark + lineOf(names)
}

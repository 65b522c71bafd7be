/** Prints a value as JSON for programs, or a text for people. */
export function print(json: boolean, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value, null, 2) : text)
}

/** A number with its noun: `1 case`, `2 cases`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Rewrites one line on a terminal. Otherwise prints a line for every tenth of a large file. */
export function progressPrinter(): (done: number, total: number) => void {
  const { isTTY } = process.stderr
  let tenths = 0
  return (done, total) => {
    const line = `${done} of ${countOf(total, 'case')}`
    if (isTTY) {
      process.stderr.write(`\r${line}${done === total ? '\n' : ''}`)
    } else if (total >= 10_000 && Math.floor((10 * done) / total) > tenths) {
      tenths = Math.floor((10 * done) / total)
      process.stderr.write(`${line}\n`)
    }
  }
}

/** The rows with columns of equal width. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

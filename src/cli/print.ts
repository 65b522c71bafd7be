import { styleText } from 'node:util'

export interface JsonOption {
  json?: boolean | undefined
}

export function print({ json }: JsonOption, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value, null, 2) : text)
}

/** Prints items as JSON, or as a table. Null means never. */
export function printTable<Item>(
  options: JsonOption,
  items: readonly Item[],
  heads: readonly string[],
  cellsOf: (item: Item) => readonly (string | Date | null)[],
  isDim: (item: Item) => boolean = () => false,
): void {
  const textOf = (cell: string | Date | null) => (typeof cell === 'string' ? cell : (cell?.toISOString() ?? 'never'))
  const rows = [heads, ...items.map((item) => cellsOf(item).map(textOf))]
  const widths = heads.map((_, column) => rows.reduce((width, row) => Math.max(width, row[column]!.length), 0))
  const [head = '', ...lines] = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
  const styled = lines.map((line, index) => (isDim(items[index]!) ? styleText('dim', line) : line))
  print(options, items, [styleText('bold', head), ...styled].join('\n'))
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

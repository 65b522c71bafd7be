/** Reads a CSV file (RFC 4180). Throws unless every line ends with CRLF, and quotes are only around a cell or doubled in it. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (!found) throw new Error(`This is no CSV: ${JSON.stringify(text.slice(at, at + 100))}`)
    const [, quoted, plain = '', end] = found
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** The rows of a table as objects keyed by column name. Throws if a row has a different number of cells. */
export function readTable(text: string): Record<string, string>[] {
  if (!text.startsWith('\uFEFF')) throw new Error('The table does not begin with a byte order mark.')
  const [names = [], ...rows] = readCsv(text.slice(1))
  return rows.map((row) => {
    if (row.length !== names.length)
      throw new Error(`A row has ${row.length} cells, and there are ${names.length} columns.`)
    return Object.fromEntries(names.map((name, index) => [name, row[index]!]))
  })
}

export type ExportItem = Record<string, unknown>

/** A member that is a list. `batches` has its items. */
export interface FileSection {
  name: string
  batches: Iterable<ExportItem[]> | AsyncIterable<ExportItem[]>
}

/** The text of a JSON file with these members and lists, which are not in memory as a whole. Sets the number of items of each list in `counts`. */
export async function* fileChunks(
  members: Record<string, unknown>,
  sections: Iterable<FileSection>,
  counts: Record<string, number> = {},
): AsyncGenerator<string> {
  let separator = '{\n'
  for (const [name, value] of Object.entries(members)) {
    yield `${separator}  ${JSON.stringify(name)}: ${JSON.stringify(value)}`
    separator = ',\n'
  }
  for (const { name, batches } of sections) {
    yield `${separator}  ${JSON.stringify(name)}: [`
    let itemSeparator = '\n'
    counts[name] = 0
    for await (const items of batches) {
      if (items.length === 0) continue
      counts[name] += items.length
      yield itemSeparator + items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')
      itemSeparator = ',\n'
    }
    yield itemSeparator === '\n' ? ']' : '\n  ]'
    separator = ',\n'
  }
  yield '\n}\n'
}

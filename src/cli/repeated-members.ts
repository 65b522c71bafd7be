import { createScanner } from 'jsonc-parser'
import type { Path } from '../configuration/items/items.rules.ts'

/** The places of members that stand twice in an object of a valid JSON text. JSON.parse keeps the last one silently. */
export function* repeatedMembers(text: string): Generator<Path> {
  const scanner = createScanner(text, true)
  /** What is open: an object with the names so far, or an array. And the current name or index. */
  const open: { names: Set<string> | undefined; key: string | number }[] = []
  let isName = false
  while ((scanner.scan(), scanner.getTokenLength() > 0)) {
    const token = text[scanner.getTokenOffset()]
    const inner = open.at(-1)
    if (token === '{' || token === '[') {
      isName = token === '{'
      open.push(isName ? { names: new Set(), key: '' } : { names: undefined, key: 0 })
    } else if (token === '}' || token === ']') {
      isName = false
      open.pop()
    } else if (token === ',' && inner) {
      isName = inner.names !== undefined
      if (typeof inner.key === 'number') inner.key++
    } else if (token === '"' && isName && inner?.names) {
      isName = false
      inner.key = scanner.getTokenValue()
      if (inner.names.has(inner.key)) yield open.map(({ key }) => key)
      inner.names.add(inner.key)
    }
  }
}

import type { PageKey } from './page-key.ts'

/** All rows of a statement are in memory at once, before they can be charged. */
const maximumRows = 1_024
/** Of one request, so that a request that exceeds its budget has not loaded much. */
const maximumRowsOfRequest = 512

/** Divides the indexes of keys into parts, one for each statement. A part has at least one key. */
export function* partsOf(keys: readonly PageKey[]): Generator<number[]> {
  let left = [...keys.keys()]
  while (left.length > 0) {
    const part: number[] = []
    const later: number[] = []
    const rowsOf = new Map<PageKey['budget'], number>()
    let rows = 0
    for (const index of left) {
      const { budget, page } = keys[index]!
      // What the previous part loaded may have exceeded the budget.
      if (budget?.excess) continue
      const ofRequest = (rowsOf.get(budget) ?? 0) + page.limit
      const fits = rows + page.limit <= maximumRows && (!budget || ofRequest <= maximumRowsOfRequest)
      if (part.length > 0 && !fits) {
        later.push(index)
        continue
      }
      part.push(index)
      rows += page.limit
      rowsOf.set(budget, ofRequest)
    }
    if (part.length > 0) yield part
    left = later
  }
}

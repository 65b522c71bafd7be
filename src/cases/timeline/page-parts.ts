/** A page that is charged with its rows, unless it has no budget. */
interface LimitedPage {
  page: { limit: number }
  budget: { readonly excess: Error | undefined } | undefined
}

/** All rows of a statement are in memory at once, before they can be charged. */
const maximumRows = 1_024

/** Divides the indexes of keys into parts, one for each statement. A part has at least one key. */
export function* partsOf(keys: readonly LimitedPage[]): Generator<number[]> {
  let part: number[] = []
  let rows = 0
  for (const [index, { budget, page }] of keys.entries()) {
    if (part.length > 0 && rows + page.limit > maximumRows) {
      yield part
      part = []
      rows = 0
    }
    // What the previous part loaded may have exceeded the budget.
    if (budget?.excess) continue
    part.push(index)
    rows += page.limit
  }
  if (part.length > 0) yield part
}

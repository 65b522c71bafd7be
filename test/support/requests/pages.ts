interface Page {
  items: unknown[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}

/** The items of all pages of two, read from the first page to the last, and from the last to the first. */
export async function pagesOfTwo(read: (page: Record<string, unknown>) => Promise<Page>) {
  const [forward, backward]: unknown[][] = [[], []]
  for (let after: string | null | undefined = null; after !== undefined;) {
    const { items, pageInfo } = await read({ first: 2, after })
    forward!.push(...items)
    after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined
  }
  for (let before: string | null | undefined = null; before !== undefined;) {
    const { items, pageInfo } = await read({ first: null, last: 2, before })
    backward!.unshift(...items)
    before = pageInfo.hasPreviousPage ? pageInfo.startCursor : undefined
  }
  return { forward, backward }
}

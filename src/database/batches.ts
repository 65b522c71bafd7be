export interface BatchLimits<Item> {
  items: number
  /** Ends a batch early, as soon as the sizes of its items add up to `size`. */
  size?: number
  sizeOf?: (item: Item) => number
}

export function* batches<Item>(items: Iterable<Item>, limits: BatchLimits<Item>): Generator<Item[]> {
  const { items: maximumItems, size: maximumSize = Infinity, sizeOf = () => 0 } = limits
  let batch: Item[] = []
  let size = 0
  for (const item of items) {
    batch.push(item)
    size += sizeOf(item)
    if (batch.length < maximumItems && size < maximumSize) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

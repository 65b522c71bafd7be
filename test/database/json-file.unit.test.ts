import { expect, test } from 'vitest'
import { type ExportItem, fileChunks } from '../../src/database/json-file.ts'

async function* batchesOf(...batches: ExportItem[][]): AsyncGenerator<ExportItem[]> {
  yield* batches
}

// An archive has such a batch if its maximum size is reached at the end of the batch before.
test.each<[ExportItem[][]]>([[[[{ id: 1 }], []]], [[[], [{ id: 1 }]]], [[[{ id: 1 }], [], [{ id: 2 }]]], [[[]]]])(
  'a file with batches without items is valid: %j',
  async (batches) => {
    const chunks = await Array.fromAsync(fileChunks({}, [{ name: 'cases', batches: batchesOf(...batches) }]))
    expect(JSON.parse(chunks.join(''))).toEqual({ cases: batches.flat() })
  },
)

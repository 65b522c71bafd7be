import SchemaBuilder from '@pothos/core'
import DataloaderPlugin from '@pothos/plugin-dataloader'
import RelayPlugin from '@pothos/plugin-relay'
import type { RequestContext } from '../context.ts'

export const builder = new SchemaBuilder<{
  Context: RequestContext
  DefaultFieldNullability: false
  DefaultEdgesNullability: { list: false; items: false }
  DefaultNodeNullability: false
  Scalars: {
    DateTime: { Input: Date; Output: Date }
    ID: { Input: string; Output: string | number }
    JSON: { Input: unknown; Output: unknown }
  }
}>({
  plugins: [DataloaderPlugin, RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    cursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    edgesFieldOptions: { nullable: { list: false, items: false } },
    nodeFieldOptions: { nullable: false, description: 'The item.' },
    cursorFieldOptions: { description: "The item's place in the list: what after and before take." },
    pageInfoFieldOptions: { description: 'Where this page lies in the list.' },
    pageInfoTypeOptions: { description: 'Where a page lies in its list.' },
    hasNextPageFieldOptions: { description: 'Whether there are items after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are items before this page.' },
    startCursorFieldOptions: { description: "The first item's cursor; null on an empty page." },
    endCursorFieldOptions: { description: "The last item's cursor; null on an empty page." },
    firstArgOptions: { description: 'How many items to give at most, counted from the start; 1 to 100.' },
    lastArgOptions: { description: 'How many items to give at most, counted from the end; 1 to 100.' },
    afterArgOptions: { description: 'Give only items after the one with this cursor.' },
    beforeArgOptions: { description: 'Give only items before the one with this cursor.' },
  },
})

builder.queryType({ description: 'What can be read.' })
builder.mutationType({ description: 'What can be changed; each change is one transaction.' })

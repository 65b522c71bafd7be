import SchemaBuilder, { type ObjectRef as PothosObjectRef } from '@pothos/core'
import DataloaderPlugin from '@pothos/plugin-dataloader'
import RelayPlugin from '@pothos/plugin-relay'
import type { AuthenticatedContext, RequestContext } from '../../context.ts'

interface SchemaTypes<Context extends object> {
  Context: Context
  Connection: { totalCount(): Promise<number> }
  DefaultFieldNullability: false
  DefaultEdgesNullability: { list: false; items: false }
  DefaultNodeNullability: false
  Scalars: {
    DateTime: { Input: Date; Output: Date }
    ID: { Input: string; Output: string | number }
    JSON: { Input: unknown; Output: unknown }
  }
}

/** For the OpenAPI document. */
const pageSizes = { jsonSchema: { minimum: 0, maximum: 100 } }

/** For the fields of objects: the root field that returned the object has identified the caller. */
export const builder = new SchemaBuilder<SchemaTypes<AuthenticatedContext>>({
  plugins: [DataloaderPlugin, RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    cursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: { description: 'The items on this page, without their cursors.' },
    edgesFieldOptions: { nullable: { list: false, items: false } },
    nodeFieldOptions: { nullable: false, description: 'The item at the end of the edge.' },
    cursorFieldOptions: {
      description: 'The cursor of the item. Pass it as `after` or `before` to request the items next to it.',
    },
    pageInfoFieldOptions: { description: 'Information to aid in pagination.' },
    pageInfoTypeOptions: { description: 'Where a page is in its list.' },
    hasNextPageFieldOptions: { description: 'Whether more items follow this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether more items precede this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first item on the page. Null if the page is empty.' },
    endCursorFieldOptions: { description: 'The cursor of the last item on the page. Null if the page is empty.' },
    firstArgOptions: {
      description: 'Returns up to this many items from the start of the list. Must be from 0 to 100.',
      extensions: pageSizes,
    },
    lastArgOptions: {
      description: 'Returns up to this many items from the end of the list. Must be from 0 to 100.',
      extensions: pageSizes,
    },
    afterArgOptions: { description: 'Returns only the items after this cursor.' },
    beforeArgOptions: { description: 'Returns only the items before this cursor.' },
  },
})

/** An object type of the schema for values of a shape. */
export type ObjectRef<Shape> = PothosObjectRef<typeof builder.$inferSchemaTypes, Shape>

/** Builds the fields of an object. */
export type ObjectFieldBuilder<Shape> = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<Shape>>['implement']>[0]['fields']>
>[0]

/** For the fields of Query and Mutation, whose callers have not been identified. */
export const rootBuilder = builder as unknown as InstanceType<typeof SchemaBuilder<SchemaTypes<RequestContext>>>

/** Defines an enum from the descriptions of its values. */
export function describedEnum<Name extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Name, string>>,
) {
  const described = Object.entries<string>(values).map(([value, text]) => [value, { description: text }])
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(described) as Record<Name, { description: string }>,
  })
}

builder.queryType({
  description: 'The root of all queries. A field that fails is null, and the other fields keep their results.',
})
builder.mutationType({
  description:
    'The root of all mutations. Each mutation is one database transaction. A field that fails is null, and the other ' +
    'fields keep their results.',
})

builder.subscriptionType({
  description: 'The root of all subscriptions. They need `Accept: text/event-stream`.',
})

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'The number of items on all pages. Counted only if it is selected.',
    extensions: { cost: 10 },
    resolve: (connection) => connection.totalCount(),
  }),
)

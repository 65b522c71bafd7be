import { builder, rootBuilder } from '../graphql/schema/builder.ts'
import { exposed } from '../graphql/schema/exposed.ts'
import { tables, type Tag } from './catalogue.ts'
import { readTags } from './catalogue-of.ts'

export const TagObject = builder.objectRef<Tag>('Tag').implement({
  description: 'A tag that operators can add to cases.',
  fields: (t) =>
    exposed(t, tables.tags.columns, {
      code: 'The code that programs send.',
      label: 'The text that people see.',
      active: 'Whether the tag can be added to cases.',
      version: 'The version. It starts at 1 and increases with each change to the tag.',
    }),
})

rootBuilder.queryField('tags', (t) =>
  t.field({
    type: [TagObject],
    nullable: true,
    description:
      'All tags, sorted by code, including inactive ones. Parties and consumers see none. Login: operator, party, consumer or admin.',
    extensions: { cost: 10 },
    resolve: (_root, _args, context) => readTags(context),
  }),
)

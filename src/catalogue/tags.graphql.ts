import { builder, rootBuilder } from '../graphql/schema/builder.ts'
import type { Tag } from './catalogue.ts'
import { readTags } from './catalogue-of.ts'

export const TagObject = builder.objectRef<Tag>('Tag').implement({
  description: 'A tag that operators can add to cases.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code that programs send.' }),
    label: t.exposeString('label', { description: 'The text that people see.' }),
    active: t.exposeBoolean('active', { description: 'Whether the tag can be added to cases.' }),
    version: t.exposeInt('version', {
      description: 'The version. It starts at 1 and increases with each change to the tag.',
    }),
  }),
})

rootBuilder.queryField('tags', (t) =>
  t.field({
    type: [TagObject],
    nullable: true,
    description:
      'All tags, sorted by code, including inactive ones. Parties and consumers see none. Login: operator, party, consumer or admin.',
    extensions: { cost: 10 },
    resolve: async (_root, _args, context) => [...(await readTags(context))],
  }),
)

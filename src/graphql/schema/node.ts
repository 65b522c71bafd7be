import { InternalError } from '../../errors/internal-error.ts'
import { builder } from './builder.ts'

/** Objects with an ID. The ID of a case is its number. Other IDs start with their kind. */
export const NodeInterface = builder.interfaceRef<object>('Node').implement({
  description: 'An object with an ID, which `node` accepts.',
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the object. The ID of a case is its number. Other IDs start with their kind.',
      resolve() {
        throw new InternalError('A type that implements Node has no ID.')
      },
    }),
  }),
})

import { inspect } from 'node:util'
import { type GraphQLAbstractType, GraphQLError, type GraphQLObjectType, isObjectType } from 'graphql'
import type { PlannedField } from './field.ts'
import type { PlannedOperation } from './selection.ts'

/** The object type of a value whose field has an abstract type, by the name that the abstract type returned. */
export function objectType(
  name: unknown,
  type: GraphQLAbstractType,
  { parentType, name: fieldName, nodes }: PlannedField,
  { schema }: PlannedOperation,
): GraphQLObjectType {
  const found = typeof name === 'string' ? schema.getType(name) : undefined
  if (isObjectType(found) && schema.isSubType(type, found)) return found
  const where = `${parentType}.${fieldName}`
  throw new GraphQLError(`${where} has the type ${inspect(name)}, which is not a type of ${type}.`, { nodes })
}

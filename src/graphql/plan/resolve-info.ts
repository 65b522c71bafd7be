import type { GraphQLResolveInfo } from 'graphql'
import type { PlannedField } from './field.ts'
import { pathOf, type Place } from './place.ts'
import { ignoreRejection } from './promises.ts'
import type { Execution } from './selection.ts'

const getAbortSignal = () => undefined
const getAsyncHelpers: GraphQLResolveInfo['getAsyncHelpers'] = () => ({
  promiseAll: (values) => Promise.all(values),
  track: (values) => values.forEach(ignoreRejection),
})

/** The fourth argument of resolvers. */
export function resolveInfo(
  { planned: { schema, fragments, operation }, rootValue, variables: variableValues }: Execution,
  { definition, nodes, parentType, responseName }: PlannedField,
  place: Place,
): GraphQLResolveInfo {
  return {
    fieldName: definition.name,
    fieldNodes: nodes,
    returnType: definition.type,
    parentType,
    path: { prev: pathOf(objectAbove(place)), key: responseName, typename: parentType.name },
    schema,
    fragments,
    rootValue,
    operation,
    variableValues,
    getAbortSignal,
    getAsyncHelpers,
  }
}

/** The items of a list have the path of their field. */
function objectAbove(place: Place): Place {
  return Array.isArray(place.result) && place.parent ? objectAbove(place.parent) : place
}

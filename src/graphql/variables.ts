import {
  getNamedType,
  getVariableValues,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
  type VariableValues,
} from 'graphql'
import type { Variables } from './result-text.ts'

/** Each error repeats the whole input. */
const maximumErrors = 3
const maxErrorsOfManyVariables = 1

/** A change of 100 cases with 50 comments each has 5,100 items. */
const maximumItemsOfList = 1_000
const maximumItems = 6_000

interface SentVariables {
  schema: GraphQLSchema
  operation: OperationDefinitionNode
  /** As they were sent. */
  variables: Variables
  /** Errors suggest names of the schema only to callers who may see the schema. */
  hideSuggestions: boolean
  /** Whether the variables are so long that only one error is returned. */
  hasMany: boolean | undefined
  /** The REST API has checked the variables of the service's own documents. */
  isInternal: boolean
}

type Coerced =
  { errors: readonly GraphQLError[]; variableValues?: never } | { variableValues: VariableValues; errors?: never }

/** The values of an operation's variables, or a few errors. */
export function coerceVariables(sent: SentVariables): Coerced {
  const { schema, operation, variables, hideSuggestions, hasMany, isInternal } = sent
  const definitions = operation.variableDefinitions ?? []
  const values = variables ?? {}
  const tooLong = isInternal ? undefined : longListError(schema, definitions, values)
  if (tooLong) return { errors: [tooLong] }
  const maxErrors = hasMany ? maxErrorsOfManyVariables : maximumErrors
  const coerced = getVariableValues(schema, definitions, values, { maxErrors, hideSuggestions })
  // Those that are left out are counted in one more error.
  return coerced.errors ? { errors: coerced.errors.slice(0, maxErrors) } : coerced
}

/** An error if the lists in the variables have more items than any operation needs. */
function longListError(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  values: NonNullable<Variables>,
): GraphQLError | undefined {
  let items = 0
  function find(value: unknown, type: GraphQLInputType): GraphQLError | undefined {
    if (isNonNullType(type)) return find(value, type.ofType)
    if (isListType(type) && Array.isArray(value)) {
      items += value.length
      if (value.length > maximumItemsOfList)
        return tooManyItems('A list in the variables has', value.length, maximumItemsOfList)
      if (items > maximumItems) return tooManyItems('The lists in the variables have', items, maximumItems)
      return isLeafType(getNamedType(type)) ? undefined : first(value, (item) => find(item, type.ofType))
    }
    if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return undefined
    const members = value as Record<string, unknown>
    return first(Object.values(type.getFields()), (field) => find(members[field.name], field.type))
  }
  return first(definitions, ({ variable: { name }, type }) =>
    find(values[name.value], typeFromAST(schema, type) as GraphQLInputType),
  )
}

function first<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

function tooManyItems(subject: string, requested: number, maximum: number): GraphQLError {
  return new GraphQLError(`${subject} ${requested} items. At most ${maximum} are allowed.`)
}

import {
  getVariableValues,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
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

/** The values of an operation's variables, or a few errors. Throws if lists have more items than any operation needs. */
export function coerceVariables(sent: SentVariables): Coerced {
  const { schema, operation, variables, hideSuggestions, hasMany, isInternal } = sent
  const definitions = operation.variableDefinitions ?? []
  const values = variables ?? {}
  if (!isInternal) {
    const typeOf = ({ type }: VariableDefinitionNode) => typeFromAST(schema, type) as GraphQLInputType
    const items = sum(definitions, (each) => itemsIn(values[each.variable.name.value], typeOf(each)))
    if (items > maximumItems) throw tooManyItems('The lists in the variables have', items, maximumItems)
  }
  const maxErrors = hasMany ? maxErrorsOfManyVariables : maximumErrors
  const coerced = getVariableValues(schema, definitions, values, { maxErrors, hideSuggestions })
  // Those that are left out are counted in one more error.
  return coerced.errors ? { errors: coerced.errors.slice(0, maxErrors) } : coerced
}

/** The number of items of all lists. Throws if one of them is too long. */
function itemsIn(value: unknown, type: GraphQLInputType): number {
  if (isNonNullType(type)) return itemsIn(value, type.ofType)
  if (isListType(type) && Array.isArray(value)) {
    if (value.length > maximumItemsOfList)
      throw tooManyItems('A list in the variables has', value.length, maximumItemsOfList)
    return value.length + sum(value, (item) => itemsIn(item, type.ofType))
  }
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return 0
  const members = value as Record<string, unknown>
  return sum(Object.values(type.getFields()), ({ name, type: member }) => itemsIn(members[name], member))
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0)
}

function tooManyItems(subject: string, requested: number, maximum: number): GraphQLError {
  return new GraphQLError(`${subject} ${requested} items. At most ${maximum} are allowed.`)
}

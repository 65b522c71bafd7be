import {
  getNamedType,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  validateInputValue,
  type VariableDefinitionNode,
} from 'graphql'

/** Each error repeats the whole input. */
const maxErrors = 3
const maxErrorsOfManyVariables = 1

/** A change of 100 cases with 50 comments each has 5,100 items. */
const maximumItemsOfList = 1_000
const maximumItems = 6_000

export interface CheckedVariables {
  schema: GraphQLSchema
  operation: OperationDefinitionNode
  /** As they were sent. */
  variables: Readonly<Record<string, unknown>> | null | undefined
  /** Errors suggest names of the schema only to callers who may see the schema. */
  hideSuggestions: boolean
  /** Whether the variables are so long that only one error is returned. */
  hasMany: boolean | undefined
}

/** The errors that the executor would return, but few of them, because each of the executor's repeats the whole input. */
export function variableErrors({ schema, operation, variables, hideSuggestions, hasMany }: CheckedVariables) {
  const definitions = operation.variableDefinitions ?? []
  if (definitions.length === 0) return []
  const values = valuesOf(schema, definitions, variables)
  const tooLong = longListError(values)
  return tooLong ? [tooLong] : firstErrors(values, hasMany ? maxErrorsOfManyVariables : maxErrors, hideSuggestions)
}

interface VariableValue {
  definition: VariableDefinitionNode
  type: GraphQLInputType
  value: unknown
}

/** The values that were sent, and those that are missing. */
function valuesOf(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  variables: CheckedVariables['variables'],
) {
  return definitions.flatMap((definition): VariableValue[] => {
    const name = definition.variable.name.value
    const type = typeFromAST(schema, definition.type) as GraphQLInputType
    const value = variables && Object.hasOwn(variables, name) ? variables[name] : undefined
    const isOptional = definition.defaultValue !== undefined || !isNonNullType(type)
    return value === undefined && isOptional ? [] : [{ definition, type, value }]
  })
}

class EnoughErrors extends Error {}

function firstErrors(values: readonly VariableValue[], maximum: number, hideSuggestions: boolean): GraphQLError[] {
  const errors: GraphQLError[] = []
  try {
    for (const { definition, type, value } of values) {
      const report = (error: GraphQLError, path: readonly (string | number)[]) => {
        const message = `Variable "$${definition.variable.name.value}" has invalid value${placeOf(path)}: ${error.message}`
        errors.push(new GraphQLError(message, { nodes: definition, originalError: error }))
        // Building the other errors would take long.
        if (errors.length === maximum) throw new EnoughErrors()
      }
      validateInputValue(value, type, report, hideSuggestions)
    }
  } catch (error) {
    if (!(error instanceof EnoughErrors)) throw error
  }
  return errors
}

function placeOf(path: readonly (string | number)[]): string {
  const keys = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
  return path.length > 0 ? ` at ${keys.join('')}` : ''
}

/** An error if the lists in the variables have more items than any operation needs. */
function longListError(values: readonly VariableValue[]): GraphQLError | undefined {
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
  return first(values, ({ value, type }) => find(value, type))
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

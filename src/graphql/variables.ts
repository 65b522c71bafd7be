import {
  type ExecutionArgs,
  getNamedType,
  getOperationAST,
  GraphQLError,
  type GraphQLInputType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  typeFromAST,
  validateInputValue,
  type VariableDefinitionNode,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { RequestContext } from '../context.ts'
import type { DocumentCache } from './document-cache.ts'

/** Each error repeats the whole input. */
const maxErrors = 3
const maxErrorsOfManyVariables = 1

/** A change of 100 cases with 50 comments each has 5,100 items. */
const maximumItemsOfList = 1_000
const maximumItems = 6_000

/**
 * Rejects variables that the executor would reject, with few errors, because each of the executor's errors repeats the
 * whole input. Errors suggest names of the schema only to callers who may see the schema. The service's own documents get
 * their variables from the REST API, which has checked them.
 */
export function checkVariables(
  hideSuggestions: boolean,
  { isInternal }: Pick<DocumentCache, 'isInternal'>,
): Plugin<object, RequestContext> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      if (hideSuggestions) Object.assign(args, { hideSuggestions })
      const definitions = getOperationAST(args.document, args.operationName)?.variableDefinitions ?? []
      if (definitions.length === 0 || isInternal(args.document)) return
      const { hasManyVariables } = args.contextValue as unknown as RequestContext
      const values = valuesOf(args, definitions)
      const tooLong = longListError(values)
      const maximum = hasManyVariables ? maxErrorsOfManyVariables : maxErrors
      const errors = tooLong ? [tooLong] : firstErrors(values, maximum, hideSuggestions)
      if (errors.length > 0) setResultAndStopExecution({ errors })
    },
  }
}

interface VariableValue {
  definition: VariableDefinitionNode
  type: GraphQLInputType
  value: unknown
}

/** The values that were sent, and those that are missing. */
function valuesOf({ schema, variableValues }: ExecutionArgs, definitions: readonly VariableDefinitionNode[]) {
  return definitions.flatMap((definition): VariableValue[] => {
    const name = definition.variable.name.value
    const type = typeFromAST(schema, definition.type) as GraphQLInputType
    const value = variableValues && Object.hasOwn(variableValues, name) ? variableValues[name] : undefined
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

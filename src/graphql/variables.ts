import { type ExecutionArgs, getOperationAST, getVariableValues, type GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { RequestContext } from '../context.ts'

/**
 * Reports only the first error if there are many variables: the executor would repeat the whole input in each of up to
 * fifty errors. Errors suggest names of the schema only to callers who may see the schema.
 */
export function checkVariables(hideSuggestions: boolean): Plugin<object, RequestContext> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      if (hideSuggestions) Object.assign(args, { hideSuggestions })
      const { hasManyVariables } = args.contextValue as unknown as RequestContext
      const error = hasManyVariables && firstError(args, hideSuggestions)
      if (error) setResultAndStopExecution({ errors: [error] })
    },
  }
}

function firstError(args: ExecutionArgs, hideSuggestions: boolean): GraphQLError | undefined {
  const { schema, document, operationName, variableValues } = args
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? []
  const { errors } = getVariableValues(schema, definitions, variableValues ?? {}, { maxErrors: 1, hideSuggestions })
  return errors?.[0]
}

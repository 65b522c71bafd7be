import {
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { RequestContext } from '../context.ts'

/** Records the operation that a request executes, and the code of its first error. */
export function operationTelemetry(): Plugin<object, RequestContext> {
  return {
    onExecute({ args: { document, operationName, contextValue } }) {
      const operation = getOperationAST(document, operationName)
      if (operation) (contextValue as unknown as RequestContext).telemetry.operation = nameOf(operation, document)
    },
    onExecutionResult({ result, context }) {
      if (result && !isAsyncIterable(result)) recordError(result, context)
    },
    // Requests that are rejected before execution only reach this hook.
    onResultProcess({ result, serverContext }) {
      if (!isAsyncIterable(result) && !Array.isArray(result)) recordError(result, serverContext)
    },
  }
}

export function recordError({ errors }: Pick<ExecutionResult, 'errors'>, { telemetry }: RequestContext): void {
  const [error] = errors ?? []
  if (error) telemetry.outcome = String(error.extensions['code'])
}

const names = new WeakMap<OperationDefinitionNode, string>()

/**
 * The root field that is executed, "several" or "introspection". Names and combinations that callers choose would make
 * too many labels.
 */
function nameOf(operation: OperationDefinitionNode, document: DocumentNode): string {
  let name = names.get(operation)
  if (name === undefined) {
    const fields = new Set<string>()
    collect(operation.selectionSet, document, fields, new Set())
    const [first = 'introspection', ...others] = fields
    name = others.length > 0 ? 'several' : first
    names.set(operation, name)
  }
  return name
}

/** Visits each fragment once, because there can be exponentially many paths through nested fragments. */
function collect({ selections }: SelectionSetNode, document: DocumentNode, fields: Set<string>, seen: Set<string>) {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      if (!selection.name.value.startsWith('__')) fields.add(selection.name.value)
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      collect(selection.selectionSet, document, fields, seen)
    } else if (!seen.has(selection.name.value)) {
      seen.add(selection.name.value)
      const fragment = document.definitions.find(
        (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === selection.name.value,
      ) as FragmentDefinitionNode
      collect(fragment.selectionSet, document, fields, seen)
    }
  }
}

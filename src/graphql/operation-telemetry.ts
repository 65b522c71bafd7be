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

/** Notes what a request executes, and the code of its first error. */
export function operationTelemetry(): Plugin<object, RequestContext> {
  return {
    onExecute({ args: { document, operationName, contextValue } }) {
      const operation = getOperationAST(document, operationName)
      if (operation) (contextValue as unknown as RequestContext).telemetry.operation = nameOf(operation, document)
    },
    onExecutionResult({ result, context }) {
      if (result && !isAsyncIterable(result)) recordError(result, context)
    },
    // What is refused before the execution comes by here alone.
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
 * The field of the schema's root that is executed. No name that the caller chose, and no combination of fields: there
 * must be few, whatever callers send.
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

/** Looks into each fragment once: the ways through fragments within fragments can be exponentially many. */
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

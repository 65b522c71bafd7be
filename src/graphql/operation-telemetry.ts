import {
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { RequestContext } from '../context.ts'

/** Records the operation that a request executes. */
export function operationTelemetry(): Plugin<object, RequestContext> {
  return {
    onExecute({ args: { document, operationName, contextValue } }) {
      const { telemetry } = contextValue as unknown as RequestContext
      // REST requests have theirs from the route.
      if (telemetry.operation !== undefined) return
      const operation = getOperationAST(document, operationName)
      if (operation) telemetry.operation = nameOf(operation, document)
    },
  }
}

/** Records the code of the first error of a result. */
export function recordError({ errors }: Pick<ExecutionResult, 'errors'>, { telemetry }: RequestContext): void {
  if (!errors?.[0]) return
  telemetry.outcome = String(errors[0].extensions['code'])
  telemetry.hasGraphqlErrors = true
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

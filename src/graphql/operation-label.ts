import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

const names = new WeakMap<OperationDefinitionNode, string>()

/**
 * The root field that is executed, "several" or "introspection". Names and combinations that callers choose would make
 * too many labels.
 */
export function operationLabel(operation: OperationDefinitionNode, document: DocumentNode): string {
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

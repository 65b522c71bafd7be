import { type DocumentNode, Kind, type OperationDefinitionNode } from 'graphql'
import { fragmentsByName } from '../fragments.ts'

const names = new WeakMap<OperationDefinitionNode, string>()

/**
 * The root field that is executed, "several" or "introspection". Names and combinations that callers choose would make
 * too many labels.
 */
export function operationLabel(operation: OperationDefinitionNode, document: DocumentNode): string {
  let name = names.get(operation)
  if (name === undefined) names.set(operation, (name = labelOf(operation, document)))
  return name
}

function labelOf({ selectionSet }: OperationDefinitionNode, document: DocumentNode): string {
  const fragments = fragmentsByName(document)
  const fields = new Set<string>()
  // The loop also visits what is added, and each fragment once: there can be exponentially many paths through them.
  const sets = new Set([selectionSet])
  for (const { selections } of sets) {
    for (const each of selections) {
      if (each.kind === Kind.INLINE_FRAGMENT) sets.add(each.selectionSet)
      else if (each.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(each.name.value)
        if (fragment) sets.add(fragment.selectionSet)
      } else if (!each.name.value.startsWith('__')) fields.add(each.name.value)
    }
  }
  const [first = 'introspection', ...others] = fields
  return others.length > 0 ? 'several' : first
}

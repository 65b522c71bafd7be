import { type DocumentNode, type FragmentDefinitionNode, Kind } from 'graphql'

export function fragmentsByName({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((each) => [each.name.value, each]))
}

import {
  type FieldNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type VariableValues,
} from 'graphql'
import type { fragmentsByName } from '../fragments.ts'
import { planField, type PlannedField, type Selection, type Values } from './field.ts'

export interface PlannedOperation {
  schema: GraphQLSchema
  operation: OperationDefinitionNode
  fragments: ReturnType<typeof fragmentsByName>
  /** Called with the number of fields by which the plan grows or shrinks. */
  resize(fields: number): void
}

export interface Execution {
  planned: PlannedOperation
  rootValue: unknown
  contextValue: unknown
  variables: VariableValues
  hideSuggestions: boolean
}

/** The selection of a field for an object type. The first execution that needs it prepares it. */
export function selectionOf(field: PlannedField, type: GraphQLObjectType, execution: Execution): Selection {
  field.selections ??= new Map()
  let selection = field.selections.get(type)
  if (!selection) {
    const sets = field.nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    field.selections.set(type, (selection = prepareSelection(execution, type, sets)))
  }
  return selection
}

/** Collects the fields for a type. The variables decide its conditions. Throws the error of an invalid condition. */
export function prepareSelection(
  { planned: { schema, fragments, resize }, variables }: Execution,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Selection {
  const nodesByName = new Map<string, FieldNode[]>()
  const visited = new Set<string>()

  function collect({ selections }: SelectionSetNode): void {
    for (const node of selections) {
      if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) continue
      if (getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] === false) continue
      if (node.kind === Kind.FIELD) {
        const responseName = (node.alias ?? node.name).value
        const nodes = nodesByName.get(responseName)
        if (nodes) nodes.push(node)
        else nodesByName.set(responseName, [node])
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        if (matches(node.typeCondition)) collect(node.selectionSet)
      } else {
        const fragment = fragments.get(node.name.value)
        if (!fragment || visited.has(node.name.value) || !matches(fragment.typeCondition)) continue
        visited.add(node.name.value)
        collect(fragment.selectionSet)
      }
    }
  }

  function matches(condition: NamedTypeNode | undefined): boolean {
    const conditional = condition && schema.getType(condition.name.value)
    return !condition || conditional === type || (isAbstractType(conditional) && schema.isSubType(conditional, type))
  }

  sets.forEach(collect)
  const fields = [...nodesByName].flatMap(([responseName, nodes]) => {
    const definition = schema.getField(type, nodes[0]?.name.value ?? '')
    return definition ? [planField(responseName, nodes, type, definition)] : []
  })
  resize(fields.length)
  return { fields, Result: bareClass() }
}

/** Like objects without a prototype, its objects inherit nothing. Unlike them, they are not stored as hash tables. */
function bareClass(): new () => Values {
  const Bare = function () {}
  Bare.prototype = Object.create(null)
  return Bare as unknown as new () => Values
}

import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
  type VariableValues,
  visit,
} from 'graphql'
import { fragmentsByName } from '../fragments.ts'
import type { Selection } from './field.ts'
import { Run } from './run.ts'
import { type Execution, type PlannedOperation, prepareSelection } from './selection.ts'

/** A plan has a variant for each combination of its conditions. When there are more, all of them are dropped. */
const maximumVariants = 8

interface PlanArguments extends Pick<ExecutionArgs, 'rootValue' | 'contextValue'> {
  variableValues: VariableValues
  hideSuggestions?: boolean
}

/**
 * A query or mutation whose selections are prepared for repeated execution. A selection is prepared when it is first
 * executed, so an execution prepares at most one field for each value of its result. The document must be valid.
 */
export class Plan {
  readonly #planned: PlannedOperation
  readonly #conditions: readonly string[]
  readonly #variants = new Map<string, Selection>()
  #fields = 0

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    onResize: (fields: number) => void,
  ) {
    const resize = (fields: number) => {
      this.#fields += fields
      onResize(fields)
    }
    this.#planned = { schema, operation, fragments: fragmentsByName(document), resize }
    this.#conditions = conditionsOf(document)
  }

  /** Like `execute` of GraphQL.js, with coerced variables. There is nothing that aborts an execution. */
  execute({ rootValue, contextValue, variableValues: variables, hideSuggestions = false }: PlanArguments) {
    const { operation } = this.#planned
    const execution = { planned: this.#planned, rootValue, contextValue, variables, hideSuggestions }
    let selection: Selection
    try {
      selection = this.#variantFor(execution)
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      return { errors: [error], data: null }
    }
    return new Run(execution, selection).execute(operation.operation === OperationTypeNode.MUTATION)
  }

  #variantFor(execution: Execution): Selection {
    const key = this.#conditions.map((name) => String(execution.variables.coerced[name])).join()
    let selection = this.#variants.get(key)
    if (!selection) {
      if (this.#variants.size >= maximumVariants) {
        this.#variants.clear()
        this.#planned.resize(-this.#fields)
      }
      const { schema, operation } = this.#planned
      const type = schema.getRootType(operation.operation)!
      selection = prepareSelection(execution, type, [operation.selectionSet])
      this.#variants.set(key, selection)
    }
    return selection
  }
}

function conditionsOf(document: DocumentNode): string[] {
  const names = new Set<string>()
  visit(document, {
    Directive(directive) {
      visit(directive, { Variable: ({ name }) => void names.add(name.value) })
    },
  })
  return [...names]
}

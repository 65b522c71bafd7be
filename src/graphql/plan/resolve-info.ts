import type { GraphQLResolveInfo } from 'graphql'
import type { PlannedField } from './field.ts'
import { pathOf, type Place } from './place.ts'
import { ignoreRejection } from './promises.ts'
import type { Execution } from './selection.ts'

/** The fourth argument of resolvers. Few of them read it, so that its members are computed when they are read. */
export class ResolveInfo implements GraphQLResolveInfo {
  readonly #execution: Execution
  readonly #field: PlannedField
  readonly #place: Place

  constructor(execution: Execution, field: PlannedField, place: Place) {
    this.#execution = execution
    this.#field = field
    this.#place = place
  }

  get fieldName() {
    return this.#field.definition.name
  }

  get fieldNodes() {
    return this.#field.nodes
  }

  get returnType() {
    return this.#field.definition.type
  }

  get parentType() {
    return this.#field.parentType
  }

  get path() {
    const { parentType, responseName } = this.#field
    return { prev: pathOf(objectAbove(this.#place)), key: responseName, typename: parentType.name }
  }

  get schema() {
    return this.#execution.planned.schema
  }

  get fragments() {
    return this.#execution.planned.fragments
  }

  get rootValue() {
    return this.#execution.rootValue
  }

  get operation() {
    return this.#execution.planned.operation
  }

  get variableValues() {
    return this.#execution.variables
  }

  getAbortSignal() {
    return undefined
  }

  getAsyncHelpers(): ReturnType<GraphQLResolveInfo['getAsyncHelpers']> {
    return {
      promiseAll: (values) => Promise.all(values),
      track: (values) => values.forEach(ignoreRejection),
    }
  }
}

/** The items of a list have the path of their field. */
function objectAbove(place: Place): Place {
  return Array.isArray(place.result) && place.parent ? objectAbove(place.parent) : place
}

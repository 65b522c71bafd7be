import { inspect } from 'node:util'
import {
  type ExecutionResult,
  getArgumentValues,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLObjectType,
  isObjectType,
  locatedError,
} from 'graphql'
import type { FieldInfo, PlannedField, Selection, Values } from './field.ts'
import { isDropped, type Key, keysOf, nullableAbove, type Place, placeOf } from './place.ts'
import { type Execution, selectionOf } from './selection.ts'

type ResolveType = (value: {}, context: unknown, info: FieldInfo, type: GraphQLAbstractType) => unknown

/** Instead of a value: an error below has made a place above null, or a promise will write the value. */
const failed = Symbol('failed')
const pending = Symbol('pending')

const noArguments: Values = Object.freeze(Object.create(null))

/**
 * One execution. Promises write their value to their position, and no object of the result passes through a promise, so
 * `then` is a name like any other.
 */
export class Run {
  readonly #execution: Execution
  readonly #fields: readonly PlannedField[]
  readonly #root: Place
  readonly #errors: GraphQLError[] = []
  /** The number of promises that have not written their value. */
  #pending = 0
  #settle = () => {}
  readonly #arguments = new Map<PlannedField, Values>()

  constructor(execution: Execution, { fields, Result }: Selection) {
    this.#execution = execution
    this.#fields = fields
    this.#root = { parent: undefined, key: '', isNullable: true, isNulled: false, result: new Result() }
  }

  /** Executes the root fields together or, if it is serial, each after all that the one before it selects. */
  async execute(isSerial: boolean): Promise<ExecutionResult> {
    for (const fields of isSerial ? this.#fields.map((field) => [field]) : [this.#fields]) {
      this.#executeFields(fields, this.#execution.rootValue, this.#root)
      if (!this.#isSettled()) await new Promise<void>((resolve) => (this.#settle = resolve))
      if (this.#root.isNulled) break
    }
    const data = this.#root.isNulled ? null : this.#root.result
    return this.#errors.length > 0 ? { errors: this.#errors, data } : { data }
  }

  #isSettled(): boolean {
    return this.#pending === 0 || this.#root.isNulled
  }

  /** Returns whether the object can be completed. */
  #executeFields(fields: readonly PlannedField[], source: unknown, place: Place): boolean {
    const hasProperties = (typeof source === 'object' && source !== null) || typeof source === 'function'
    for (const field of fields) {
      const value = this.#resolve(field, source, hasProperties, place)
      if (value === failed) return false
      if (value !== pending) place.result[field.responseName] = value
    }
    return true
  }

  #resolve(field: PlannedField, source: unknown, hasProperties: boolean, place: Place): unknown {
    const { resolve, responseName } = field
    try {
      const values = field.definition.args.length === 0 ? noArguments : this.#argumentsOf(field)
      let value: unknown
      if (resolve) value = resolve(source, values, this.#execution.contextValue, this.#execution.planned)
      else if (hasProperties) value = (source as Values)[field.name]
      if (typeof value === field.unchanged) return value
      return this.#completeLater(value, field, place, responseName)
    } catch (error) {
      return this.#fail(error, field, place, responseName)
    }
  }

  /** Coerced once for each field. Deep values are not shared between resolvers, which could change them. */
  #argumentsOf(field: PlannedField): Values {
    let values = this.#arguments.get(field)
    if (!values) {
      const { variables, hideSuggestions } = this.#execution
      values = getArgumentValues(field.definition, field.nodes[0]!, variables, undefined, hideSuggestions)
      if (Object.values(values).some((value) => typeof value === 'object' && value !== null)) return values
      this.#arguments.set(field, Object.freeze(values))
    }
    return values
  }

  /** Completes a value, or what its promise returns. */
  #completeLater(value: unknown, field: PlannedField, place: Place, key: Key): unknown {
    return isPromiseLike(value) ? this.#wait(value, field, place, key) : this.#complete(value, field, place, key)
  }

  /** Throws the error of this position. Those of positions below it are reported. */
  #complete(value: unknown, field: PlannedField, place: Place, key: Key): unknown {
    if (value instanceof Error) throw value
    if (value === null || value === undefined) {
      if (field.isNullable) return null
      throw new Error(`Cannot return null for non-nullable field ${field.parentType}.${field.name}.`)
    }
    switch (field.kind) {
      case 'object':
        return this.#completeObject(value, field.type, field, place, key)
      case 'list':
        return this.#completeList(value, field, place, key)
      case 'abstract':
        return this.#completeObject(value, this.#typeOf(value, field), field, place, key)
      case 'leaf': {
        const coerced = field.type.coerceOutputValue(value)
        if (coerced !== null && coerced !== undefined) return coerced
        throw new Error(`${field.type} must not turn ${inspect(value)} into ${coerced}.`)
      }
    }
  }

  #completeList(value: {}, field: PlannedField & { kind: 'list' }, parent: Place, key: Key): unknown {
    if (typeof value !== 'object' || !(Symbol.iterator in value)) {
      const name = `${field.parentType}.${field.name}`
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${name}".`)
    }
    const results: unknown[] = []
    const place = placeOf(parent, key, field, results as unknown as Values)
    let index = 0
    let hasFailed = false
    for (const item of value as Iterable<unknown>) {
      // Promises of the other items must not be left unhandled.
      if (hasFailed) {
        if (isPromiseLike(item)) item.then(undefined, () => {})
      } else {
        const completed = this.#completeItem(item, field.item, place, index)
        if (completed === failed) hasFailed = true
        else if (completed !== pending) results[index] = completed
        index++
      }
    }
    if (!hasFailed) return results
    return field.isNullable ? null : failed
  }

  #completeItem(item: unknown, field: PlannedField, place: Place, index: number): unknown {
    try {
      return this.#completeLater(item, field, place, index)
    } catch (error) {
      return this.#fail(error, field, place, index)
    }
  }

  /** The type of a value whose field has an abstract type. */
  #typeOf(
    value: {},
    { type, parentType, name: fieldName, nodes }: PlannedField & { kind: 'abstract' },
  ): GraphQLObjectType {
    const { planned, contextValue } = this.#execution
    const resolve = type.resolveType as ResolveType | undefined
    const name = resolve?.(value, contextValue, planned, type)
    const found = typeof name === 'string' ? planned.schema.getType(name) : undefined
    if (isObjectType(found) && planned.schema.isSubType(type, found)) return found
    const message = `${parentType}.${fieldName} has the type ${inspect(name)}, which is not a type of ${type}.`
    throw new GraphQLError(message, { nodes })
  }

  #completeObject(value: {}, type: GraphQLObjectType, field: PlannedField, parent: Place, key: Key): unknown {
    const { fields, Result } = selectionOf(field, type, this.#execution)
    const place = placeOf(parent, key, field, new Result())
    if (this.#executeFields(fields, value, place)) return place.result
    return field.isNullable ? null : failed
  }

  /** Completes the value of a promise, and writes it to the position. */
  #wait(promise: PromiseLike<unknown>, field: PlannedField, place: Place, key: Key): typeof pending {
    this.#pending++
    // Keeps the order of the fields.
    place.result[key] = null
    const write = (completed: unknown) => {
      if (completed !== failed && completed !== pending) place.result[key] = completed
      this.#pending--
      if (this.#isSettled()) this.#settle()
    }
    const fail = (error: unknown) => write(this.#fail(error, field, place, key))
    const native = promise instanceof Promise ? promise : Promise.resolve(promise)
    native.then((value: unknown) => {
      let completed: unknown
      try {
        completed = this.#complete(value, field, place, key)
      } catch (error) {
        return fail(error)
      }
      write(completed)
    }, fail)
    return pending
  }

  /** Reports the error of a position. If the position cannot be null, the nearest place above it that can be is null. */
  #fail(error: unknown, { isNullable, nodes }: PlannedField, place: Place, key: Key): null | typeof failed {
    const nulled = isNullable ? undefined : nullableAbove(place)
    if (!isDropped(nulled ?? place)) this.#errors.push(locatedError(error, nodes, keysOf(place, key)))
    if (!nulled) return null
    nulled.isNulled = true
    if (nulled.parent) nulled.parent.result[nulled.key] = null
    return failed
  }
}

/** Whether the value is a promise of any library. */
function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  return typeof (value as { then?: unknown }).then === 'function'
}

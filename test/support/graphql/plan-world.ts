import { createHash } from 'node:crypto'
import {
  buildSchema,
  GraphQLBoolean,
  getNullableType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLString,
  isAbstractType,
  isListType,
  isObjectType,
  isScalarType,
} from 'graphql'

const fields = `
  thing: Thing things(first: Int = 2, filter: Filter): [Thing!] any: Any all: [Any!]! texts: [[String!]]! json: JSON
  color: Color colors(of: Color = GREEN, all: Boolean): [Color!]! number: Float! even: Even ok: Boolean!
  count(by: Int!): Int`

/** Every kind of type, in lists and with nulls. A field name always has the same type. */
const sdl = `
  type Query { ${fields} needed: Thing! node(id: ID!): Node nodes: [Node]! }
  type Mutation { ${fields} change(input: Filter!): Any remove(ids: [ID!] = ["a", "b"]): [Node!] }
  interface Node { id: ID! self: Node! }
  interface Named implements Node { id: ID! self: Node! name: String }
  type Thing implements Node & Named { id: ID! self: Node! name: String owner: Person! parts: [Thing!]! ${fields} }
  type Person implements Node & Named { id: ID! self: Node! name: String friends: [Person] any: Any }
  type Empty { ok: Boolean! color: Color any: Any }
  union Any = Thing | Person | Empty
  enum Color { RED GREEN }
  scalar JSON
  scalar Even
  input Filter { text: String = "a" colors: [Color!] deep: Filter json: JSON }
`

/** Fields without a resolver. */
const properties = new Set(['name', 'ok', 'owner', 'all'])

/** What one execution sees. All values depend on the seed, and on the fields and arguments above them. */
export class World {
  /** The resolvers that were called, with their arguments. */
  readonly calls: string[] = []
  readonly #seed: number
  readonly #isSync: boolean
  readonly #errorRate: number

  constructor(seed: number, isSync: boolean) {
    this.#seed = seed
    this.#isSync = isSync
    this.#errorRate = seed % 3 === 0 ? 0.08 : 0.02
  }

  /** A number from 0 to 1. */
  random(place: string): number {
    return createHash('md5').update(`${this.#seed} ${place}`).digest().readUInt32LE() / 2 ** 32
  }

  pick<Value>(place: string, values: readonly Value[]): Value {
    return values[Math.floor(this.random(place) * values.length)] as Value
  }

  /** What a resolver returns or throws. */
  outcome(type: GraphQLOutputType, place: string): unknown {
    const value = this.#value(type, place)
    if (value instanceof Error && this.random(`${place} is thrown`) < 0.5) throw value
    return this.later(value, place)
  }

  /** A promise of the value, unless everything is synchronous. */
  later(value: unknown, place: string): unknown {
    return this.#isSync || this.random(`${place} is async`) < 0.6 ? value : this.#promise(value, place)
  }

  #promise(value: unknown, place: string): unknown {
    const settle = async () => {
      const ticks = Math.floor(this.random(`${place} ticks`) * 9)
      for (let i = 0; i < ticks; i++) await Promise.resolve()
      if (value instanceof Error) throw value
      return value
    }
    if (this.random(`${place} is native`) < 0.9) return settle()
    // A promise of another library.
    const methods = new Map([['then', (resolve: () => void, reject: () => void) => settle().then(resolve, reject)]])
    return Object.fromEntries(methods)
  }

  #value(declared: GraphQLOutputType, place: string): unknown {
    const luck = this.random(place)
    if (luck < this.#errorRate) return new Error(`The error of ${place}`)
    if (luck < 2 * this.#errorRate) return luck < 1.5 * this.#errorRate ? null : undefined
    if (luck < 2.1 * this.#errorRate) return 'neither a list nor an object'
    const type = getNullableType(declared)
    if (isListType(type)) return this.#list(type.ofType, place)
    if (isObjectType(type)) return new Source(this, type.name, place)
    if (isAbstractType(type)) return new Source(this, this.#typename(type.name, place), place)
    if (!isScalarType(type)) return this.pick(place, ['RED', 'GREEN', 'RED', 'GREEN', 'BLUE'])
    if (type.name === 'JSON')
      return this.pick(place, [JSON.parse('{ "then": 1 }'), ['a'], 7, { toJSON: 'no function' }])
    if (type.name === 'Boolean') return luck < 0.5
    if (type.name === 'Float' || type.name === 'Int' || type.name === 'Even') return Math.floor(luck * 1_000)
    return luck > 0.95 ? 7 : `text ${place}`
  }

  #typename(abstract: string, place: string): string {
    if (this.random(`${place} has a wrong type`) < this.#errorRate) return 'Query'
    return this.pick(`${place} type`, abstract === 'Any' ? ['Thing', 'Person', 'Empty'] : ['Thing', 'Person'])
  }

  #list(item: GraphQLOutputType, place: string): unknown {
    const items = Array.from({ length: Math.floor(this.random(`${place} length`) * 4) }, (_, i) => {
      const value = this.#value(item, `${place}.${i}`)
      return this.random(`${place}.${i} is sync`) < 0.5 ? value : this.later(value, `${place}.${i}`)
    })
    return this.random(`${place} kind`) < 0.8 ? items : new Set(items)
  }
}

/** An object that fields are read from. */
class Source {
  readonly #world: World
  readonly typename: string
  readonly place: string

  constructor(world: World, typename: string, place: string) {
    this.#world = world
    this.typename = typename
    this.place = place
  }
  get name(): unknown {
    return this.#world.outcome(GraphQLString, `${this.place}.name`)
  }
  get ok(): unknown {
    return this.#world.outcome(GraphQLBoolean, `${this.place}.ok`)
  }
  get all(): unknown {
    return this.#world.outcome(typeOf('Query', 'all'), `${this.place}.all`)
  }
  get owner(): unknown {
    return this.#world.outcome(typeOf('Thing', 'owner'), `${this.place}.owner`)
  }
}

const placeOf = (source: unknown) => (source instanceof Source ? source.place : '')

function typeOf(parent: string, field: string): GraphQLOutputType {
  const type = worldSchema.getType(parent)
  if (!isObjectType(type)) throw new Error(`${parent} is not an object type`)
  return type.getFields()[field]!.type
}

export const worldSchema = schemaOfWorld()

export const rootOf = (world: World) => new Source(world, 'Query', 'root')

function schemaOfWorld(): GraphQLSchema {
  const schema = buildSchema(sdl)
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue
    if (isScalarType(type) && type.name === 'Even') {
      type.coerceOutputValue = (value) => (Number(value) % 2 === 0 ? Number(value) : null)
    }
    if (isAbstractType(type)) {
      type.resolveType = (value: unknown, world: World, info) => {
        world.calls.push(`resolveType ${placeOf(value)} ${info.schema === schema}`)
        return value instanceof Source ? value.typename : undefined
      }
    }
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (properties.has(field.name)) continue
      field.resolve = (source: unknown, values: Record<string, unknown>, world: World, info) => {
        const place = `${placeOf(source)}.${field.name}${JSON.stringify(values)}`
        world.calls.push(`resolve ${place} ${info.schema === schema}`)
        // No other resolver may see this.
        if (!Object.isFrozen(values)) values['changed'] = true
        return world.outcome(field.type, place)
      }
    }
  }
  return schema
}

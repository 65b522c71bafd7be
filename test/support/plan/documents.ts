import * as fc from 'fast-check'
import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLInputType,
  getNullableType,
  type GraphQLNamedType,
  type GraphQLNullableInputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { type Draw, evenly } from '../fuzz/graphql-values.ts'

export interface ExecutableDocument {
  query: string
  variables: Record<string, unknown>
  /** For the values of resolvers. */
  seed: number
}

/** Names that mean something in JavaScript. */
const aliases = ['then', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'toJSON', 'length', 'catch']
const maximumDepth = 6
const maximumParts = 50

/** Documents with aliases, fragments, conditions and variables. Most are valid. */
export function executableDocuments(schema: GraphQLSchema): fc.Arbitrary<ExecutableDocument> {
  return fc.gen().map((draw) => new Writer(schema, draw).write())
}

class Writer {
  readonly #schema: GraphQLSchema
  readonly #draw: Draw
  readonly #declared = new Map<string, string>()
  readonly #variables: Record<string, unknown> = {}
  readonly #fragments: { type: string; text: string }[] = []
  #names = 0
  #parts = 0

  constructor(schema: GraphQLSchema, draw: Draw) {
    this.#schema = schema
    this.#draw = draw
  }

  write(): ExecutableDocument {
    const kind = this.#oneIn(4) ? 'mutation' : 'query'
    const root = kind === 'mutation' ? this.#schema.getMutationType() : this.#schema.getQueryType()
    const selected = this.#selection(root!, 0)
    const declared = [...this.#declared].map(([name, type]) => `$${name}: ${type}`).join(', ')
    const operation = `${kind} Main${declared && `(${declared})`} { ${selected} }`
    const fragments = this.#fragments.map(({ type, text }, i) => `fragment F${i} on ${type} { ${text} }`)
    return {
      query: [operation, ...fragments].join('\n'),
      variables: this.#variables,
      seed: this.#below(1_000_000),
    }
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    const count = 1 + this.#below(5)
    return Array.from({ length: count }, () => this.#part(type, depth)).join(' ')
  }

  #part(type: GraphQLNamedType, depth: number): string {
    const fields = 'getFields' in type && !isInputObjectType(type) ? Object.values(type.getFields()) : []
    if (++this.#parts > maximumParts) return '__typename'
    switch (this.#below(isAbstractType(type) ? 4 : 9)) {
      case 0:
        return this.#inline(type, depth)
      case 1:
        return `...${this.#spread(type, depth)}${this.#condition()}`
      case 2:
        if (isAbstractType(type)) return this.#inline(this.#pick(this.#schema.getPossibleTypes(type)), depth, true)
        return type.name === 'Query' && this.#oneIn(3)
          ? '__type(name: "Thing") { name kind fields { name } }'
          : '__typename'
    }
    const field = fields[this.#below(fields.length)]
    if (!field) return '__typename'
    const named = getNamedType(field.type)
    if (!isLeafType(named) && depth >= maximumDepth) return '__typename'
    const given = field.args.flatMap((argument) => this.#argument(argument))
    // The same name always means the same field, or the document would be invalid.
    const alias = given.length > 0 ? `a${++this.#names}` : aliases[fields.indexOf(field)]
    const name = alias && (given.length > 0 || this.#oneIn(3)) ? `${alias}: ${field.name}` : field.name
    const list = given.length > 0 ? `(${given.join(', ')})` : ''
    return `${name}${list}${this.#condition()}${isLeafType(named) ? '' : ` { ${this.#selection(named, depth + 1)} }`}`
  }

  #inline(type: GraphQLNamedType, depth: number, isNamed = false): string {
    const on = !isNamed && this.#oneIn(3) ? '' : `on ${isObjectType(type) ? this.#around(type) : type.name}`
    const within = on ? (this.#schema.getType(on.slice(3)) ?? type) : type
    return `... ${on}${this.#condition()} { ${this.#selection(within, depth + 0.5)} }`
  }

  /** The type, an interface of it or a union that contains it. */
  #around(type: GraphQLNamedType): string {
    const around = Object.values(this.#schema.getTypeMap()).filter(
      (other) => isAbstractType(other) && isObjectType(type) && this.#schema.isSubType(other, type),
    )
    return this.#pick([type, type, ...around]).name
  }

  #spread(type: GraphQLNamedType, depth: number): string {
    const known = this.#fragments.flatMap((each, i) => (each.type === type.name && each.text ? [`F${i}`] : []))
    if (known.length > 0 && this.#oneIn(2)) return this.#pick(known)
    const fragment = { type: type.name, text: '' }
    const index = this.#fragments.push(fragment) - 1
    fragment.text = this.#selection(type, depth + 0.5)
    return `F${index}`
  }

  #condition(): string {
    if (!this.#oneIn(6)) return ''
    const one = (directive: string) => {
      if (this.#oneIn(2)) return ` @${directive}(if: ${this.#oneIn(2)})`
      const name = this.#pick(['yes', 'no', 'either'])
      this.#declared.set(name, name === 'either' ? 'Boolean = true' : 'Boolean!')
      if (name !== 'either') this.#variables[name] = name === 'yes'
      // A null is an error, but only where the condition is reached.
      else if (this.#oneIn(2)) this.#variables[name] = this.#pick([true, false, null])
      return ` @${directive}(if: $${name})`
    }
    return this.#oneIn(5) ? one('skip') + one('include') : one(this.#pick(['skip', 'include']))
  }

  #argument({ name, type, ...argument }: GraphQLArgument): string[] {
    const isRequired = isRequiredArgument({ name, type, ...argument } as GraphQLArgument)
    if (!isRequired && this.#oneIn(2)) return []
    if (this.#oneIn(2)) return [`${name}: ${this.#literal(type)}`]
    const variable = `v${++this.#names}`
    this.#declared.set(variable, `${type}${this.#oneIn(4) ? ` = ${this.#literal(type, true)}` : ''}`)
    if (isRequired ? !this.#oneIn(30) : this.#oneIn(2)) this.#variables[variable] = this.#json(type)
    return [`${name}: $${variable}`]
  }

  #literal(type: GraphQLInputType, isConstant = false): string {
    if (!isNonNullType(type) && this.#oneIn(12)) return 'null'
    return this.#given(getNullableType(type), isConstant)
  }

  #given(type: GraphQLNullableInputType, isConstant: boolean): string {
    if (isListType(type))
      return this.#oneIn(4) ? this.#literal(type.ofType, isConstant) : `[${this.#literal(type.ofType, isConstant)}]`
    if (isEnumType(type)) return this.#pick(['RED', 'GREEN'])
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => isRequiredInputField(field) || this.#oneIn(3))
      return `{ ${fields.map((field) => `${field.name}: ${this.#literal(field.type, isConstant)}`).join(', ')} }`
    }
    if (type.name === 'JSON' && !isConstant && this.#oneIn(3)) {
      this.#declared.set('json', 'JSON')
      return '{ then: $json }'
    }
    const literals: Record<string, string> = { Int: '3', Boolean: 'true', JSON: '[{ a: 1.5 }, "x"]' }
    return literals[type.name] ?? '"""text"""'
  }

  #json(type: GraphQLInputType): unknown {
    // Rarely something that the type does not allow.
    if (this.#oneIn(60)) return this.#pick([7, 'x', {}, [], null])
    if (isNonNullType(type)) return this.#json(type.ofType)
    if (this.#oneIn(8)) return null
    if (isListType(type)) return [this.#json(type.ofType)]
    if (isEnumType(type)) return this.#pick(['RED', 'GREEN'])
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter(() => this.#oneIn(3))
      return Object.fromEntries(fields.map((field) => [field.name, this.#json(field.type)]))
    }
    return { Int: 3, Boolean: false, JSON: ['x', { a: null }] }[type.name] ?? 'text'
  }

  #below(end: number): number {
    return this.#draw(evenly, Math.max(end - 1, 0))
  }

  #oneIn(count: number): boolean {
    return this.#below(count) === count - 1
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#below(values.length)] as T
  }
}

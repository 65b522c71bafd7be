import * as fc from 'fast-check'
import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
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

export interface RandomDocument {
  query: string
  /** A JSON object as text. */
  variables: string
}

export interface DocumentOptions {
  /** Values of an argument or input field, as JSON. */
  scalar: (name: string, type: string) => fc.Arbitrary<string>
  /** Values that most types do not allow. */
  wrong: (style: Style) => fc.Arbitrary<string>
  /** Aliases by the name of the field. All fields of this name must have the same type. */
  aliases?: Record<string, string>
  /** Fields that are selected more often than others. */
  frequent?: readonly string[]
  /** Arguments and input fields that are sent less often than others. */
  rare?: readonly string[]
}

type Style = 'literal' | 'constant' | 'json'

const maximumDepth = 6
const maximumParts = 40

/** Documents with aliases, fragments, conditions and variables. Most are valid. */
export function randomDocuments(schema: GraphQLSchema, options: DocumentOptions): fc.Arbitrary<RandomDocument> {
  return fc.gen().map((draw) => new Writer(schema, draw, options).write())
}

/** A number up to a maximum; without fast-check's preference for small numbers. */
const evenly = (max: number) => fc.noBias(fc.nat({ max }))

class Writer {
  readonly #schema: GraphQLSchema
  readonly #draw: fc.GeneratorValue
  readonly #options: DocumentOptions
  readonly #declared = new Map<string, string>()
  readonly #variables = new Map<string, string>()
  readonly #fragments: { type: string; text: string }[] = []
  #names = 0
  #parts = 0

  constructor(schema: GraphQLSchema, draw: fc.GeneratorValue, options: DocumentOptions) {
    this.#schema = schema
    this.#draw = draw
    this.#options = options
  }

  write(): RandomDocument {
    const kind = this.#oneIn(2) ? 'mutation' : 'query'
    const root = kind === 'mutation' ? this.#schema.getMutationType() : this.#schema.getQueryType()
    const selected = this.#selection(root!, 0)
    const declared = [...this.#declared].map(([name, type]) => `$${name}: ${type}`).join(', ')
    const operation = `${kind} Main${declared && `(${declared})`} { ${selected} }`
    const fragments = this.#fragments.map(({ type, text }, i) => `fragment F${i} on ${type} { ${text} }`)
    const variables = [...this.#variables].map(([name, value]) => `"${name}":${value}`).join()
    return { query: [operation, ...fragments].join('\n'), variables: `{${variables}}` }
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    const parts = Array.from({ length: 1 + this.#below(5) }, () => this.#part(type, depth))
    return [...parts, ...(isAbstractType(type) ? ['__typename'] : [])].join(' ')
  }

  #part(type: GraphQLNamedType, depth: number): string {
    if (++this.#parts > maximumParts) return '__typename'
    switch (this.#below(9)) {
      case 0:
        return this.#inline(type, depth)
      case 1:
        return `...${this.#spread(type, depth)}${this.#condition()}`
      case 2:
        return type.name === 'Query' && this.#oneIn(3)
          ? '__type(name: "Thing") { name kind fields { name } }'
          : '__typename'
    }
    const fields = 'getFields' in type && !isInputObjectType(type) ? Object.values(type.getFields()) : []
    if (isAbstractType(type) && (fields.length === 0 || this.#oneIn(2)))
      return this.#inline(this.#pick(this.#schema.getPossibleTypes(type)), depth, true)
    const often = fields.filter(({ name }) => this.#options.frequent?.includes(name))
    const field = this.#pick([...fields, ...often, ...often, ...often, ...often, ...often])
    return field && (depth < maximumDepth || isLeafType(getNamedType(field.type)))
      ? this.#field(field, depth)
      : '__typename'
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const given = field.args.flatMap((argument) => this.#argument(argument))
    // Fields of one name with different arguments do not merge.
    const alias = given.length > 0 ? `a${++this.#names}` : this.#options.aliases?.[field.name]
    const name = alias && (given.length > 0 || this.#oneIn(3)) ? `${alias}: ${field.name}` : field.name
    const list = given.length > 0 ? `(${given.join(', ')})` : ''
    const type = getNamedType(field.type)
    return `${name}${list}${this.#condition()}${isLeafType(type) ? '' : ` { ${this.#selection(type, depth + 1)} }`}`
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
      if (name !== 'either') this.#variables.set(name, `${name === 'yes'}`)
      // A null is an error, but only where the condition is reached.
      else if (this.#oneIn(2)) this.#variables.set(name, this.#pick(['true', 'false', 'null']))
      return ` @${directive}(if: $${name})`
    }
    return this.#oneIn(5) ? one('skip') + one('include') : one(this.#pick(['skip', 'include']))
  }

  #argument(argument: GraphQLArgument): string[] {
    const { name, type } = argument
    const isRequired = isRequiredArgument(argument)
    if (!isRequired && !this.#isSent(name)) return []
    if (this.#oneIn(2)) return [`${name}: ${this.#value(type, name, 'literal')}`]
    const variable = `v${++this.#names}`
    this.#declared.set(variable, `${type}${this.#oneIn(6) ? ` = ${this.#value(type, name, 'constant')}` : ''}`)
    if (isRequired ? !this.#oneIn(30) : this.#oneIn(2)) this.#variables.set(variable, this.#value(type, name, 'json'))
    return [`${name}: $${variable}`]
  }

  #value(declared: GraphQLInputType, name: string, style: Style): string {
    if (this.#oneIn(60)) return this.#draw(this.#options.wrong, style)
    if (!isNonNullType(declared) && this.#oneIn(10)) return 'null'
    const type = getNullableType(declared)
    if (isListType(type)) return `[${this.#value(type.ofType, name, style)}]`
    if (isEnumType(type)) {
      const value = this.#pick(type.getValues()).name
      return style === 'json' ? `"${value}"` : value
    }
    if (isInputObjectType(type)) {
      const sent = Object.values(type.getFields()).filter(
        (field) => isRequiredInputField(field) || this.#isSent(field.name),
      )
      const label = (field: string) => (style === 'json' ? `"${field}"` : field)
      return `{ ${sent.map((field) => `${label(field.name)}: ${this.#value(field.type, field.name, style)}`).join(', ')} }`
    }
    const text = this.#draw(this.#options.scalar, name, getNamedType(type).name)
    if (style === 'json') return text
    // Object keys are not quoted in GraphQL.
    const literal = text.replace(/"(\w+)":/g, (_, key: string) => `${/^\d/.test(key) ? '_' : ''}${key}: `)
    if (style === 'constant' || !literal.includes('"$json"')) return literal
    this.#declared.set('json', 'JSON')
    return literal.replace('"$json"', '$json')
  }

  #isSent(name: string): boolean {
    return name.endsWith('Code') || this.#oneIn(this.#options.rare?.includes(name) ? 8 : 2)
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

import * as fc from 'fast-check'
import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { type Draw, evenly, type Style, ValueWriter } from './graphql-values.ts'
import { anyText } from './texts.ts'

export interface GraphqlDocument {
  query: string
  /** A JSON object as text. */
  variables: string
  operationName: string | undefined
}

/** Documents that select anything in the schema. Most are valid, and some have mistakes. */
export function documentsOf(schema: GraphQLSchema): fc.Arbitrary<GraphqlDocument> {
  return fc.gen().map((draw) => new DocumentWriter(schema, draw).write())
}

const anyTextOf = () => anyText
const maximumDepth = 6

/** The mutations that have the most outcomes. */
const frequent = ['updateCase', 'assignCase', 'createCase', 'addComments']

class DocumentWriter {
  readonly #schema: GraphQLSchema
  readonly #draw: Draw
  readonly #values: ValueWriter
  readonly #isRight: boolean
  readonly #declared: string[] = []
  readonly #variables: string[] = []
  readonly #fragments: string[] = []
  #names = 0

  constructor(schema: GraphQLSchema, draw: Draw) {
    this.#schema = schema
    this.#draw = draw
    this.#isRight = this.#below(3) > 0
    this.#values = new ValueWriter(draw, this.#isRight)
  }

  write(): GraphqlDocument {
    const kind = this.#wrong(40) ? 'subscription' : this.#pick('query', 'mutation')
    const root = (
      kind === 'mutation' ? this.#schema.getMutationType() : this.#schema.getQueryType()
    ) as GraphQLObjectType
    const selection = this.#selectionSet(root, maximumDepth)
    const declared = this.#declared.length > 0 ? `(${this.#declared.join(', ')})` : ''
    const operation = `${kind} Main${declared}${this.#directives()} ${selection}`
    const other = this.#oneIn(15) ? 'query Other { __typename }' : ''
    const text = [operation, other, ...this.#fragments].join('\n')
    return {
      query: this.#wrong(25) ? this.#broken(text) : text,
      variables: `{${this.#variables.join()}}`,
      operationName: other || this.#oneIn(10) ? this.#pick('Main', 'Main', 'Other', 'Nobody', '') : undefined,
    }
  }

  #broken(text: string): string {
    const at = this.#below(text.length)
    const junk = this.#pick(
      '{',
      '}',
      '(',
      '"',
      '"""',
      '@',
      '$',
      '...',
      '&',
      '\0',
      '\ud83d',
      '\ufeff',
      '#',
      '{'.repeat(200),
      '[[[[',
    )
    switch (this.#below(5)) {
      case 0:
        return text.slice(0, at)
      case 1:
        return text.slice(0, at) + junk + text.slice(at)
      case 2:
        return text.slice(0, at) + text.slice(at + 1)
      case 3:
        return `${'{ case(id: "1") '.repeat(100)}`
      default:
        return this.#draw(anyTextOf)
    }
  }

  #selectionSet(type: GraphQLNamedType, depth: number): string {
    const parts = isAbstractType(type)
      ? this.#members(type, depth)
      : isObjectType(type)
        ? this.#fields(type, depth)
        : []
    if (isAbstractType(type) || this.#oneIn(6) || parts.length === 0) parts.push('__typename')
    if (this.#wrong(60))
      parts.push(this.#pick('unknown', '__schema { types { name } }', '...Nobody', '... @defer { __typename }', '_'))
    return `{ ${parts.join(' ')} }`
  }

  #members(type: GraphQLNamedType, depth: number): string[] {
    const members = isAbstractType(type) ? this.#schema.getPossibleTypes(type) : []
    return members.map(
      (member) => `... on ${member.name}${this.#directives()} ${this.#selectionSet(member, depth - 1)}`,
    )
  }

  #fields(type: GraphQLObjectType, depth: number): string[] {
    const fields = Object.values(type.getFields()).filter(
      (field) => depth > 1 || !isCompositeType(getNamedType(field.type)),
    )
    if (fields.length === 0) return []
    const isMutation = type === this.#schema.getMutationType()
    const count = 1 + this.#below(isMutation ? 2 : 3)
    const often = isMutation ? fields.filter(({ name }) => frequent.includes(name)) : []
    const weighted = [...fields, ...often, ...often, ...often, ...often, ...often]
    const chosen = Array.from({ length: count }, () => this.#field(this.#pick(...weighted), depth))
    if (!this.#oneIn(12)) return chosen
    const on = this.#wrong(8) ? 'Person' : type.name
    if (this.#oneIn(2)) return [`... on ${on} { ${chosen.join(' ')} }`]
    const name = `f${this.#fragments.length}`
    const spread = this.#wrong(15) ? ` ...${name}` : ''
    this.#fragments.push(`fragment ${name} on ${on} { ${chosen.join(' ')}${spread} }`)
    return [`...${name}`]
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    // Fields with the same name and different arguments do not merge.
    const needsAlias = field.args.length > 0 ? !this.#wrong(30) : this.#oneIn(10)
    const alias = needsAlias ? `a${++this.#names}: ` : ''
    const given = field.args.map((argument) => this.#argument(argument)).filter((text) => text !== '')
    if (this.#wrong(60)) given.push('unknown: 1')
    const brackets = given.length > 0 ? `(${given.join(', ')})` : ''
    const type = getNamedType(field.type)
    const selected = isCompositeType(type) !== this.#wrong(60) ? ` ${this.#selectionSet(type, depth - 1)}` : ''
    return `${alias}${field.name}${brackets}${this.#directives()}${selected}`
  }

  #argument(argument: GraphQLArgument): string {
    if (isRequiredArgument(argument) ? this.#wrong(40) : this.#oneIn(2)) return ''
    const write = (style: Style) => this.#values.write(argument.type, argument.name, style)
    if (!this.#oneIn(2)) return `${argument.name}: ${write('literal')}`
    const name = `v${++this.#names}`
    const type = this.#wrong(25) ? this.#pick('String', '[Int!]', 'Unknown', 'Case', 'ID!') : String(argument.type)
    const start = this.#oneIn(12) ? ` = ${write('literal')}` : ''
    if (!this.#wrong(60)) this.#declared.push(`$${name}: ${type}${start}`)
    if (!this.#wrong(30)) this.#variables.push(`"${name}":${write('json')}`)
    return `${argument.name}: $${name}`
  }

  #directives(): string {
    if (!this.#wrong(40)) return ''
    return this.#pick(
      ' @include(if: true)',
      ' @skip(if: false)',
      ' @skip(if: true)',
      ' @skip',
      ' @include(if: "x")',
      ' @unknown',
      ' @deprecated',
      ' @skip(if: true) @skip(if: true)',
    )
  }

  #below(end: number): number {
    return this.#draw(evenly, Math.max(end - 1, 0))
  }

  #oneIn(count: number): boolean {
    return this.#below(count) === 1
  }

  /** One element in this many has a mistake, unless the document should be valid. */
  #wrong(count: number): boolean {
    return !this.#isRight && this.#oneIn(count)
  }

  #pick<T>(...values: T[]): T {
    return values[this.#below(values.length)] as T
  }
}

import { isDeepStrictEqual } from 'node:util'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql'
import type { Route } from '../../src/rest/route.ts'

export type JsonSchema = Record<string, unknown>

/** What differs from a type in the schema of a response. */
export type TypeOverrides = NonNullable<Route['openapi']['types']>

export const caseNumber: JsonSchema = {
  type: 'integer',
  format: 'int64',
  description: 'The ID of the case, as used in paths.',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
}

const scalars: Record<string, JsonSchema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Float: { type: 'number' },
  Int: { type: 'integer', format: 'int32' },
  DateTime: { type: 'string', format: 'date-time' },
  JSON: {},
}

/** Not a list of types, because generators of validators do not support it. */
const caseDataValue = { oneOf: ['boolean', 'number', 'string', 'null'].map((type) => ({ type })) }

/** A value of a case in its history: as in the case data, or a list of codes. */
const changedCaseValue = { oneOf: [...caseDataValue.oneOf, { type: 'array', items: { type: 'string' } }] }

/** The schemas of fields of the scalar JSON, by type and field. */
const jsonFields: Record<string, JsonSchema> = {
  'Case.caseData': { type: 'object', additionalProperties: caseDataValue },
  'CaseField.value': caseDataValue,
  'ChangedValue.from': changedCaseValue,
  'ChangedValue.to': changedCaseValue,
}

/** Converts GraphQL types to JSON Schema (2020-12): the selections of REST documents and the types of their variables. */
export class Schemas {
  /** By name, for the components of the OpenAPI document. */
  readonly defined: Record<string, JsonSchema> = {}

  /** Returns a reference to the schema. Throws if a different schema has the same name. */
  define(name: string, schema: JsonSchema): JsonSchema {
    const existing = (this.defined[name] ??= schema)
    if (!isDeepStrictEqual(existing, schema)) throw new Error(`Two schemas of the REST API are named ${name}.`)
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Removes a schema, which becomes a part of others, and returns it. */
  take(reference: string): JsonSchema {
    const name = reference.split('/').at(-1) ?? ''
    const schema = this.defined[name]
    if (!schema) throw new Error(`No schema of the REST API is named ${name}.`)
    delete this.defined[name]
    return schema
  }

  /**
   * A response contains every selected field, as null if its type is nullable. Types of which other documents select
   * other fields need another name in `types`. `place` is the field that returns it, such as `Case.party`.
   */
  output(
    type: GraphQLOutputType,
    selection: SelectionSetNode | undefined,
    types: TypeOverrides,
    place = '',
  ): JsonSchema {
    if (!isNonNullType(type)) return orNull(this.#output(type, selection, types, place))
    return this.#output(type.ofType, selection, types, place)
  }

  #output(
    type: GraphQLOutputType,
    selection: SelectionSetNode | undefined,
    types: TypeOverrides,
    place: string,
  ): JsonSchema {
    if (isListType(type)) return { type: 'array', items: this.output(type.ofType, selection, types, place) }
    if (!isObjectType(type)) return this.#leaf(type)
    const fields = type.getFields()
    const override = types[place] ?? types[type.name]
    const properties: Record<string, JsonSchema> = {}
    for (const node of selection?.selections ?? []) {
      if (node.kind !== 'Field') throw new Error(`A document of the REST API has a fragment on ${type.name}.`)
      // Fields with an alias are used only for headers.
      if (node.alias) continue
      const field = fields[node.name.value]!
      const isCaseId = (type.name === 'Case' && field.name === 'id') || field.name === 'caseId'
      const special = isCaseId ? caseNumber : jsonFields[`${type.name}.${field.name}`]
      const own = special ?? this.output(field.type, node.selectionSet, types, `${type.name}.${field.name}`)
      properties[field.name] = described(override?.members?.[field.name] ?? own, field)
    }
    return this.define(override?.name ?? type.name, {
      type: 'object',
      description: type.description,
      required: Object.keys(properties),
      properties,
    })
  }

  /** A nullable input may also be omitted. */
  input(type: GraphQLInputType): JsonSchema {
    if (!isNonNullType(type)) return orNull(this.#input(type))
    return this.#input(type.ofType)
  }

  #input(type: GraphQLInputType): JsonSchema {
    if (isListType(type)) return { type: 'array', items: this.input(type.ofType) }
    if (!isInputObjectType(type)) return this.#leaf(type)
    const fields = Object.values(type.getFields())
    const required = fields.filter((field) => isRequired(field))
    return this.define(type.name, {
      type: 'object',
      description: type.description,
      required: required.map(({ name }) => name),
      properties: Object.fromEntries(fields.map((field) => [field.name, this.member(field)])),
    })
  }

  /** Without the default: generators of types make members with a default required. */
  member(field: GraphQLInputField | GraphQLArgument): JsonSchema {
    const limits = field.extensions['jsonSchema'] as JsonSchema | undefined
    return described({ ...this.input(field.type), ...limits }, field)
  }

  #leaf(type: GraphQLInputType | GraphQLOutputType): JsonSchema {
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
    const schema = scalars[String(type)]
    if (!schema) throw new Error(`The REST API has no schema for ${String(type)}.`)
    return schema
  }
}

function isRequired(field: GraphQLInputField): boolean {
  return isNonNullType(field.type) && defaultOf(field) === undefined
}

export function defaultOf(field: GraphQLInputField | GraphQLArgument): unknown {
  // The builder sets the older `defaultValue`.
  return field.default ? field.default.value : field.defaultValue
}

/** A schema's own description wins: the description of the field may only apply to GraphQL. */
function described(
  schema: JsonSchema,
  { description }: Pick<GraphQLField<unknown, unknown>, 'description'>,
): JsonSchema {
  return { description, ...schema }
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema
  // Generators of types and validators do not all support null in an enum.
  if ('$ref' in schema || type === 'array' || 'enum' in schema) return { oneOf: [schema, { type: 'null' }] }
  if (type === undefined) return schema
  return { ...schema, type: [type, 'null'] }
}

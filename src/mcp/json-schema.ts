import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'
import { InternalError } from '../errors/internal-error.ts'

export interface JsonSchema {
  type: string
  [keyword: string]: unknown
}

/** Models read this to write the values of arguments. Absent and null mean the same, so null is not mentioned. */
const scalars: Record<string, JsonSchema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  DateTime: { type: 'string', format: 'date-time' },
  JSON: { type: 'object' },
}

/** Converts an input object to JSON Schema (2020-12), without references. */
export function objectSchema(type: GraphQLInputObjectType): JsonSchema & { type: 'object' } {
  const fields = Object.values(type.getFields())
  const required = fields.filter(isRequiredInputField).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, memberSchema(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function memberSchema({ type, description, extensions }: GraphQLInputField): JsonSchema {
  const limits = extensions['jsonSchema'] as object | undefined
  return { ...typeSchema(type), ...limits, ...(description && { description: firstSentence(description) }) }
}

/** The descriptions of all tools share a small limit. Errors say the rest. */
function firstSentence(description: string): string {
  return /^.*?\.(?=\s|$)/s.exec(description)?.[0] ?? description
}

function typeSchema(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return typeSchema(type.ofType)
  if (isListType(type)) return { type: 'array', items: typeSchema(type.ofType) }
  if (isInputObjectType(type)) return objectSchema(type)
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
  const schema = scalars[type.name]
  if (!schema) throw new InternalError(`Tools have no JSON Schema for ${type.name}.`)
  return schema
}

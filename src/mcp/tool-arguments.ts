import {
  type GraphQLInputField,
  GraphQLInputObjectType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  Kind,
  parse,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { maximumProblems, type Problem } from '../errors/problems.ts'
import { requestErrors } from '../errors/request-errors.ts'
import { compareInput } from '../rest/typed-input.ts'
import { objectSchema } from './json-schema.ts'
import type { Tool } from './tools.ts'

/** The definition of an argument or of a field of an input. */
type Definition = Pick<GraphQLInputField, 'type' | 'description' | 'extensions'>

/** An argument of a tool: a variable of its document, or a field of one that is an input object. */
interface Argument {
  definition: Definition
  variable: string
  field?: string
  /** The path by which problems name its value. */
  path: readonly string[]
}

export interface SentArguments {
  variables: Record<string, unknown>
  /** Those that choose a part of the result. */
  ofResult: Record<string, unknown>
  problems: Problem<string>[]
}

export interface ToolArguments {
  /** JSON Schema (2020-12). */
  inputSchema: { type: 'object'; [keyword: string]: unknown }
  /** Compares arguments with their types. If there are problems, the variables are incomplete. */
  read(sent: Record<string, unknown>): SentArguments
  /** Converts a path in the input of the operation to the path in the arguments. */
  placeOf(path: readonly string[]): readonly string[]
}

/** Derives the arguments of a tool from its document and the schema. */
export function toolArguments({ document, ofResult = {} }: Tool, schema: GraphQLSchema): ToolArguments {
  const found = argumentsOf(document, schema)
  const definitions = Array.from(found, ([key, { definition }]) => {
    const { type, description, extensions } = definition
    return [key, { type, description, extensions }] as const
  })
  const fields = { ...Object.fromEntries(definitions), ...ofResult }
  const type = new GraphQLInputObjectType({ name: 'Arguments', fields })

  return {
    inputSchema: objectSchema(type),
    read(sent) {
      const code = requestErrors.BAD_USER_INPUT.rest
      // An unknown member may be misspelt. Without it, the operation could do something else.
      const { value, problems } = compareInput(type, sent, code, maximumProblems, { rejectsUnknown: true })
      const read: SentArguments = { variables: {}, ofResult: {}, problems }
      for (const [key, each] of Object.entries(value ?? {})) place(read, key, each)
      return read
    },
    placeOf(path) {
      for (const [key, { path: own }] of found) {
        if (own.every((step, index) => path[index] === step)) return [key, ...path.slice(own.length)]
      }
      return path
    },
  }

  function place({ variables, ofResult: chosen }: SentArguments, key: string, value: unknown): void {
    const argument = found.get(key)
    if (!argument) chosen[key] = value
    else if (argument.field === undefined) variables[argument.variable] = value
    else variables[argument.variable] = { ...(variables[argument.variable] as object), [argument.field]: value }
  }
}

/** The variables of a document. An input object is replaced by its fields. */
function argumentsOf(document: string, schema: GraphQLSchema): Map<string, Argument> {
  const found = new Map<string, Argument>()
  const info = new TypeInfo(schema)

  function collect(value: ValueNode, definition: Definition, path: readonly string[]): void {
    const type = getNullableType(definition.type)
    if (value.kind === Kind.LIST) {
      value.values.forEach((item, index) => collect(item, { ...definition, type: itemOf(type) }, [...path, `${index}`]))
    } else if (value.kind === Kind.OBJECT && isInputObjectType(type)) {
      const fields = type.getFields()
      for (const { name, value: member } of value.fields) collect(member, fields[name.value]!, [...path, name.value])
    } else if (value.kind === Kind.VARIABLE) {
      const variable = value.name.value
      if (!isInputObjectType(type)) return void found.set(variable, { definition, variable, path })
      for (const field of Object.values(type.getFields())) {
        found.set(field.name, { definition: field, variable, field: field.name, path: [...path, field.name] })
      }
    }
  }

  visit(
    parse(document),
    visitWithTypeInfo(info, {
      Field({ arguments: sent = [] }) {
        const definitions = info.getFieldDef()?.args ?? []
        for (const { name, value } of sent) {
          const definition = definitions.find((each) => each.name === name.value)
          // The paths of a mutation's problems begin within its input.
          if (definition) collect(value, definition, name.value === 'input' ? [] : [name.value])
        }
      },
    }),
  )
  return found
}

function itemOf(type: GraphQLInputField['type']): GraphQLInputField['type'] {
  return 'ofType' in type ? (type.ofType as GraphQLInputField['type']) : type
}

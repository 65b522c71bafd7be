import { words } from '../support/words.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { printedSchema, schema } from '../../src/schema.ts'

describe('the schema', () => {
  test('has only nullable root fields', () => {
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    )
    expect(fields.length).toBeGreaterThanOrEqual(4)
    expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([])
  })

  test('has the interfaces, and the fields of every connection, that generic clients use', () => {
    const implementers = (name: string) => {
      const type = schema.getType(name)
      return isInterfaceType(type) ? schema.getPossibleTypes(type).map((each) => each.name) : []
    }
    const all = Object.keys(schema.getTypeMap())
    expect(implementers('Node').toSorted()).toEqual(words`
      Attachment AuditEvent Case CaseComment CaseEvent OperatorGroup Passkey Person Session WebhookDelivery WebhookEndpoint
    `)
    expect(implementers('Problem')).toEqual(all.filter((name) => name.endsWith('Problem') && name !== 'Problem'))
    expect(implementers('MutationError')).toEqual(
      all.filter((name) => (name.endsWith('Error') && name !== 'MutationError') || name === 'RejectedChange'),
    )
    const connections = all.filter((name) => name.endsWith('Connection'))
    expect(connections).toContain('CaseCommentConnection')
    for (const name of connections) {
      const type = schema.getType(name)
      const fields = isObjectType(type) ? Object.keys(type.getFields()) : []
      // A search of cases also says how it was understood.
      const others = name === 'CaseConnection' ? ['corrected'] : []
      expect(fields.toSorted(), name).toEqual([...others, 'edges', 'nodes', 'pageInfo', 'totalCount'])
    }
  })

  test('names the specification of every custom scalar', () => {
    const scalars = Object.values(schema.getTypeMap()).filter(isScalarType).filter(isOurs)
    expect(scalars.map(({ name, specifiedByURL }) => [name, URL.canParse(specifiedByURL ?? '')])).toEqual([
      ['JSON', true],
      ['DateTime', true],
    ])
  })

  test('equals schema.graphql', () => {
    const committed = readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8')
    expect(committed.replaceAll('\r\n', '\n')).toBe(printedSchema)
  })

  test('describes every element in a sentence', () => {
    const elements = Object.values(schema.getTypeMap()).filter(isOurs).flatMap(elementsOf)
    expect(elements.length).toBeGreaterThan(100)
    expect(elements.filter(([, description]) => !/^[A-Z].*\.$/s.test(description ?? ''))).toEqual([])
  })
})

// Letter case is part of a code.
describe('the codes', () => {
  const valuesOf = (name: string) => {
    const type = schema.getType(name)
    return isEnumType(type) ? type.getValues().map((value) => value.name) : []
  }

  test('of updateCase are those of the REST API', () => {
    const codes = ['invalidId', 'CodeRequired', 'InvalidCode', 'InvalidName', 'invalidCaseField', 'CategorySystemNode']
    expect(valuesOf('UpdateCaseErrorCode').toSorted()).toEqual(codes.toSorted())
  })

  test('of assignCase are those of the REST API', () => {
    const codes = ['invalidId', 'operatorNotValid', 'invalidName', 'isNotAuthorized', 'blocked', 'invalid', 'missing']
    expect(valuesOf('AssignCaseErrorCode').toSorted()).toEqual(codes.toSorted())
  })
})

type Element = [coordinate: string, description: string | null | undefined]

function isOurs(type: GraphQLNamedType): boolean {
  return !isIntrospectionType(type) && !isSpecifiedScalarType(type)
}

/** A type with everything in it that can be described. */
function elementsOf(type: GraphQLNamedType): Element[] {
  const elements: Element[] = [[type.name, type.description]]
  if (isEnumType(type)) {
    for (const value of type.getValues()) elements.push([`${type.name}.${value.name}`, value.description])
  } else if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields())
    for (const field of fields) elements.push([`${type.name}.${field.name}`, field.description])
  } else if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      elements.push([`${type.name}.${field.name}`, field.description])
      for (const argument of field.args) {
        elements.push([`${type.name}.${field.name}(${argument.name}:)`, argument.description])
      }
    }
  }
  return elements
}

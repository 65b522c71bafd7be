import { describe, expect, test } from 'vitest'
import demoData from '../../../src/transfer/demo-data.json' with { type: 'json' }
import { olga, paula, paulaOnApp } from '../../support/requests/credentials.ts'
import { sql } from '../../support/database/database.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
/** A separate server, because its catalogue is changed. */
const changing = useServer()

interface Definition {
  name: string
  label: string
  kind: string
  minimum: number | null
  maximum: number | null
  scale: number | null
}
type Field = Definition & { value: unknown }

const definition = 'fragment Definition on CaseFieldDefinition { name label kind minimum maximum scale }'

async function typeCategories(
  caller = paula,
  filter = '',
  { url } = server,
): Promise<{ caseTypeCode: string; fields: Definition[] }[]> {
  const document = `{ caseTypeCategories${filter} { caseTypeCode fields { ...Definition } } } ${definition}`
  return (await graphqlData<{ caseTypeCategories: never[] }>(url, document, {}, caller)).caseTypeCategories
}

async function fieldsOf(id: number, caller = olga, { url } = server): Promise<Field[] | undefined> {
  const document = `query ($id: ID!) { case(id: $id) { fields { ...Definition value } } } ${definition}`
  const { case: found } = await graphqlData<{ case: { fields: Field[] } | null }>(url, document, { id }, caller)
  return found?.fields
}

/** The field definitions of a type in the demonstration data. */
function definitions(code: string): Definition[] {
  const bounds = { minimum: null, maximum: null, scale: null }
  return (demoData.types.find((type) => type.code === code)?.fields ?? []).map((field) => ({ ...bounds, ...field }))
}

const valuesOf = (fields: Field[] | undefined) => fields?.map(({ name, value }) => [name, value])

describe('the fields of a type category', () => {
  test('are the fields of its type, in their order and with their bounds', async () => {
    const found = await typeCategories()
    expect(found.map(({ caseTypeCode }) => caseTypeCode)).toContain('REFUND')
    for (const { caseTypeCode, fields } of found) expect(fields, caseTypeCode).toEqual(definitions(caseTypeCode))
  })

  test('are only returned for type categories that are granted to the touchpoint', async () => {
    expect((await typeCategories(paulaOnApp)).flatMap(({ fields }) => fields)).toEqual(definitions('INCIDENT'))
    expect(JSON.stringify(await typeCategories())).not.toContain('subscribersAffected')
    const { data, errors } = await graphql(server.url, '{ caseTypeCategories { fields { name } } }', {}, olga)
    expect([data, errors?.[0]?.extensions?.code]).toEqual([{ caseTypeCategories: null }, 'FORBIDDEN'])
  })

  test('can all be queried within the default limits, with __typename as caching clients do', async () => {
    const document = `{ __typename caseTypeCategories {
      __typename caseTypeCode caseTypeName caseCategoryCode caseCategoryName defaultAnswer
      fields { __typename name ...Definition }
    } } fragment Definition on CaseFieldDefinition { __typename name label kind minimum maximum scale }`
    expect(await graphql(server.url, document, {}, paula)).toMatchObject({ data: { __typename: 'Query' } })
  })
})

describe('the fields of a case', () => {
  test('are the fields of its type, with the current values', async () => {
    const id = await server.addCase({ caseData: { ...refundData, goodwill: true } })
    const values = { amount: 42.5, invoiceCount: 1, goodwill: true }
    const expected = definitions('REFUND').map((field) => ({
      ...field,
      value: values[field.name as keyof typeof values],
    }))
    expect(await fieldsOf(id)).toEqual(expected)
    expect(await fieldsOf(id, paula)).toEqual(expected)
  })

  test('are empty if the type defines none', async () => {
    expect(await fieldsOf(await server.addCase({ typeCode: 'QUESTION' }))).toEqual([])
  })

  test('are the fields of the new type after a move, including in the response to the move', async () => {
    const id = await server.addCase()
    const document = `mutation ($id: ID!) { updateCase(input: {
      caseInstanceId: $id, categoryCode: "ACCOUNT", typeCode: "CHANGE_REQUEST", caseData: { confirmed: true }
    }) { ... on UpdateCasePayload { case { fields { name value } } } } }`
    const answer = await graphqlData<{ updateCase: { case: { fields: Field[] } } }>(server.url, document, { id })
    expect(valuesOf(answer.updateCase.case.fields)).toEqual([['confirmed', true]])
    expect(valuesOf(await fieldsOf(id))).toEqual([['confirmed', true]])
  })
})

test('the next request sees a changed field definition, for the type category and for the case', async () => {
  const id = await changing.addCase()
  const seen = async () => {
    const [refund] = await typeCategories(paula, '(caseTypeCode: "REFUND")', changing)
    return [refund?.fields.map(({ name, maximum }) => [name, maximum]), valuesOf(await fieldsOf(id, olga, changing))]
  }
  const before = [
    [
      ['amount', 100_000],
      ['invoiceCount', 120],
      ['goodwill', null],
    ],
    [
      ['amount', 42.5],
      ['invoiceCount', 1],
      ['goodwill', false],
    ],
  ]
  expect(await seen()).toEqual(before)
  await sql(
    changing.database,
    `update case_type_fields set maximum = 99 where (type_code, name) = ('REFUND', 'amount')`,
  )
  await sql(changing.database, `delete from case_type_fields where (type_code, name) = ('REFUND', 'goodwill')`)
  await sql(changing.database, `insert into case_type_fields values ('REFUND', 'urgent', 4, 'Urgent', 'BOOLEAN')`)
  expect(await seen()).toEqual([
    [
      ['amount', 99],
      ['invoiceCount', 120],
      ['urgent', null],
    ],
    // The case keeps stored values, but the removed field is not listed and the new field has no value.
    [
      ['amount', 42.5],
      ['invoiceCount', 1],
      ['urgent', null],
    ],
  ])
})

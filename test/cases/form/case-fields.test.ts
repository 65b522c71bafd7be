import { describe, expect, test } from 'vitest'
import demoData from '../../../src/transfer/demo-data.json' with { type: 'json' }
import { ada, carla, olga, omar, omarAtPartner, paula, paulaOnApp } from '../../support/requests/credentials.ts'
import { adminData, configureFaces } from '../../support/requests/configure.ts'
import { bodyOf, restClient } from '../../support/requests/rest-client.ts'
import { recordStatements } from '../../support/database/statement-recorder.ts'
import { sql } from '../../support/database/database.ts'
import { graphql, graphqlData } from '../../support/requests/graphql.ts'
import { incident, refundData, useServer } from '../../support/server/server.ts'

const server = useServer()
/** A separate server, because its catalogue is changed. */
const changing = useServer({ data: adminData })

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

describe.each(configureFaces)('the saved replies of a case, over $api,', ({ api, configure }) => {
  const rest = restClient(changing)

  interface Reply {
    code: string | null
    label: string
    text: string
  }

  async function repliesOf(id: number, caller = olga): Promise<Reply[] | undefined> {
    if (api === 'REST') {
      const answer = await rest.get(`cases/${id}/replies`, {}, caller)
      return answer.status === 404 ? undefined : bodyOf(answer).savedReplies
    }
    const document = `query ($id: ID!) { case(id: $id) { savedReplies { code label text } } }`
    const { case: found } = await graphqlData<{ case: { savedReplies: Reply[] } | null }>(
      changing.url,
      document,
      { id },
      caller,
    )
    return found?.savedReplies
  }

  const codesOf = async (...args: Parameters<typeof repliesOf>) =>
    (await repliesOf(...args))?.map(({ code }) => code).filter((code) => code === null || code.startsWith(api))

  const save = async (...replies: { code: string; [member: string]: unknown }[]) => {
    const named = replies.map((reply) => ({ label: reply.code, text: 'Text', ...reply, code: `${api} ${reply.code}` }))
    const { changes, problems, error } = await configure(changing.url, { replies: named })
    expect({ problems, error }).toEqual({ problems: undefined, error: undefined })
    return changes!
  }

  test('are filled for the case and the operator', async () => {
    const text = '{{customer.firstname}} {{case.id}} {{ case.subject }}\n{{operator.firstname}}'
    await save({ code: 'FILLED', text })
    const id = await changing.addCase({ subject: '{{case.id}} $& 😀' })
    const reply = { code: `${api} FILLED`, label: 'FILLED', text: `Paula ${id} {{case.id}} $& 😀\nOlga` }
    expect(await repliesOf(id)).toContainEqual(reply)
    const without = await changing.addCase({ subject: null as never, partyEmail: null })
    expect(await repliesOf(without)).toContainEqual({ ...reply, text: ` ${without}\nOlga` })
  })

  test('are offered for the type category, by label and code, unless they are not active', async () => {
    const refunds = { typeCode: 'REFUND', categoryCode: 'BILLING' }
    const others = { typeCode: 'QUESTION', categoryCode: 'BILLING' }
    await save(
      { code: '3', label: 'B', typeCategories: [others, refunds] },
      { code: '2', label: 'B', typeCategories: [] },
      { code: '4', label: 'A' },
      { code: '5', label: 'A', active: false },
      { code: '1', label: 'a', typeCategories: [refunds] },
      { code: '6', label: 'A', typeCategories: [others] },
    )
    const codes = async (values: object) => {
      const found = await codesOf(await changing.addCase(values))
      return found?.filter((code) => code === null || /\d$/.test(code))
    }
    const named = (...names: string[]) => names.map((name) => `${api} ${name}`)
    expect(await codes({})).toEqual([null, ...named('4', '2', '3', '1')])
    expect(await codes({ typeCode: 'QUESTION', caseData: {} })).toEqual([null, ...named('4', '6', '2', '3')])
    const unanswered = { typeCode: 'CHANGE_REQUEST', categoryCode: 'ACCOUNT', caseData: { confirmed: true } }
    expect(await codes(unanswered)).toEqual(named('4', '2'))
    await save({ code: '4', label: 'A', active: false })
    expect(await codes(unanswered)).toEqual(named('2'))
  })

  test('begin with the default answer of the type category', async () => {
    const id = await changing.addCase({ typeCode: 'COMPLAINT', caseData: {} })
    const set = (defaultAnswer: string | null) =>
      configure(changing.url, {
        typeCategories: [{ typeCode: 'COMPLAINT', categoryCode: 'BILLING', appVisible: false, defaultAnswer }],
      })
    await set('Case {{case.id}}: {{unknown}}')
    const [first] = (await repliesOf(id))!
    expect(first).toEqual({ code: null, label: 'Default answer', text: `Case ${id}: {{unknown}}` })
    for (const none of [null, ' ']) {
      await set(none)
      expect((await repliesOf(id))!.map(({ code }) => code)).not.toContain(null)
    }
  })

  test('are for operators who may add comments', async () => {
    await save({ code: 'ALL' })
    const id = await changing.addCase()
    expect(await codesOf(id)).toContain(`${api} ALL`)
    expect(await repliesOf(id, paula)).toEqual([])
    for (const caller of [ada, carla, omarAtPartner]) expect(await repliesOf(id, caller)).toBeUndefined()
    expect(await repliesOf(999_999)).toBeUndefined()
  })

  test('change by values that are compared and versioned', async () => {
    const [a, b] = [
      { typeCode: 'REFUND', categoryCode: 'BILLING' },
      { categoryCode: 'ACCOUNT', typeCode: 'QUESTION' },
    ]
    const [created] = await save({ code: 'CHANGED', text: ' Text \n', typeCategories: [a, b] })
    expect(created).toMatchObject({ kind: 'CREATED', version: 1 })
    const [same] = await save({
      code: 'CHANGED',
      text: 'Text',
      typeCategories: [b, a],
      active: null,
      expectedVersion: 1,
    })
    expect(same).toMatchObject({ kind: 'UNCHANGED', version: 1 })
    const [changed] = await save({ code: 'CHANGED', text: '{{case.id}}', typeCategories: [] })
    expect(changed).toMatchObject({
      kind: 'UPDATED',
      version: 2,
      changes: [
        { path: ['text'], from: 'Text', to: '{{case.id}}' },
        { path: ['typeCategories'], from: [b, a], to: [] },
      ],
    })
    const { error } = await configure(changing.url, {
      replies: [{ code: `${api} CHANGED`, active: false, expectedVersion: 1 }],
    })
    expect(error).toMatchObject({ code: 'PRECONDITION_FAILED', path: ['replies', '0'], currentVersion: 2 })
    const stored = {
      code: `${api} CHANGED`,
      label: 'CHANGED',
      text: '{{case.id}}',
      typeCategories: [],
      active: true,
      version: 2,
    }
    const { configuration } = bodyOf(await rest.get('configuration', {}, ada))
    expect(configuration.replies).toContainEqual(stored)
    const query =
      '{ configuration { replies { code label text typeCategories { typeCode categoryCode } active version } } }'
    const answer = await graphqlData<{ configuration: { replies: object[] } }>(changing.url, query, {}, ada)
    expect(answer.configuration.replies).toEqual(configuration.replies)
    const audited = await sql(
      changing.database,
      `select changes from audit_events where target = $1 order by id desc`,
      [`reply:${api} CHANGED`],
    )
    expect(audited).toHaveLength(2)
    expect(audited[0]).toEqual({ changes: changed!.changes })
  })
})

test('a case that its operator has moved to where others work has no saved replies for that operator', async () => {
  const document = `mutation ($input: UpdateCaseInput!) {
    updateCase(input: $input) { ... on UpdateCasePayload { case { savedReplies { code } permissions { comment { allowed } } } } }
  }`
  const id = await changing.addCase({ typeCode: 'QUESTION', caseData: {} })
  const input = { caseInstanceId: id, ...incident }
  const { updateCase } = await graphqlData<{ updateCase: object }>(changing.url, document, { input }, omar)
  expect(updateCase).toEqual({ case: { savedReplies: [], permissions: { comment: { allowed: false } } } })
})

test('the saved replies of cases need no statement of their own, and one for the customers of several changed cases', async () => {
  await configureFaces[0].configure(changing.url, {
    replies: [{ code: 'NAME', label: 'Name', text: '{{customer.firstname}}' }],
  })
  const ids = [await changing.addCase(), await changing.addCase({ partyEmail: 'pedro@example.com' })]
  const list = (fields: string) => graphqlData(changing.url, `{ cases(first: 20) { nodes { id ${fields} } } }`)
  await list('savedReplies { text }')
  const recorded = recordStatements()
  await list('subject')
  const before = recorded.splice(0).length
  await list('savedReplies { text }')
  expect(recorded.splice(0)).toHaveLength(before)

  const change = (priority: string, fields: string) => {
    const inputs = ids.map((caseInstanceId) => ({
      caseInstanceId,
      categoryCode: 'BILLING',
      typeCode: 'REFUND',
      caseData: refundData,
      priority,
    }))
    const document = `mutation ($inputs: [UpdateCaseInput!]!) {
      updateCases(inputs: $inputs) { ... on UpdateCasePayload { case { id ${fields} } } } }`
    return graphqlData<{ updateCases: { case: { savedReplies: { code: string; text: string }[] } }[] }>(
      changing.url,
      document,
      { inputs },
    )
  }
  await change('HIGH', 'savedReplies { text }')
  recorded.splice(0)
  await change('LOW', 'subject')
  const ofChange = recorded.splice(0).length
  const { updateCases } = await change('HIGH', 'savedReplies { code text }')
  expect(recorded).toHaveLength(ofChange + 1)
  const texts = updateCases.map((each) => each.case.savedReplies.find(({ code }) => code === 'NAME')!.text)
  expect(texts).toEqual(['Paula', 'Pedro'])
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

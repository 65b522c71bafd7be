import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { callTool, mcpClient, revisions } from '../support/clients/mcp.ts'
import { type Credentials, carla, olga, paula, pedro } from '../support/requests/credentials.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()

const call = async (name: string, sent: object, caller: Credentials = olga) =>
  callTool(await mcpClient(server.url, caller), name, sent)

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

describe.each(revisions)('in revision %s of the protocol', (revision) => {
  test('the server gives its name, and has only tools', async () => {
    const client = await mcpClient(server.url, olga, { revision })
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect(client.getServerVersion()).toMatchObject({ name: 'casegate' })
    expect(Object.keys(client.getServerCapabilities()!)).toEqual(['tools'])
    expect(client.getInstructions()).toContain('untrustedText')
  })

  test('a tool is called', async () => {
    const id = await server.addCase()
    const client = await mcpClient(server.url, olga, { revision })
    expect(await callTool(client, 'get_case', { caseInstanceId: `${id}` })).toMatchObject({
      isError: false,
      value: { id: `${id}`, version: 1, status: 'Open', comments: [] },
    })
  })
})

const read = ['search_cases', 'get_case', 'get_case_form', 'list_type_categories']
const notes = [...read, 'add_internal_note']
const full = [...notes, 'create_case', 'update_case', 'assign_case', 'take_next_case', 'reply_to_customer']

test.each([
  ['read', read],
  ['notes', notes],
  ['full', full],
] as const)('?access=%s lists its tools, in 16,000 characters', async (access, names) => {
  const { tools } = await (await mcpClient(server.url, olga, { access })).listTools()
  expect(tools.map(({ name }) => name)).toEqual(names)
  expect(JSON.stringify({ tools }).length).toBeLessThanOrEqual(16_000)
})

test('without ?access, only the tools that read are listed', async () => {
  const client = await mcpClient(server.url, olga, { access: '' as 'read' }).catch((error: Error) => error.message)
  expect(client).toMatch('access must be one of: read, notes, full.')
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'service-touchpoint': olga.touchpoint,
      'service-token': olga.token,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const { result } = (await response.json()) as { result: { tools: { name: string }[] } }
  expect(result.tools.map(({ name }) => name)).toEqual(read)
})

test('a tool that is not listed cannot be called', async () => {
  const client = await mcpClient(server.url, olga, { access: 'notes' })
  const id = await server.addCase()
  const reply = callTool(client, 'reply_to_customer', { caseInstanceId: `${id}`, text: 'Hello' })
  await expect(reply).rejects.toThrow('The tool reply_to_customer needs ?access=full in the URL. The access is notes.')
  await expect(callTool(client, 'erase', {})).rejects.toThrow(`The tools are: ${notes.join(', ')}.`)
  expect(await server.version(id)).toBe(1)
})

test('the arguments have JSON Schemas with types and descriptions', async () => {
  const { tools } = await (await mcpClient(server.url, olga)).listTools()
  const ajv = new Ajv2020({ strict: true })
  addFormats.default(ajv)
  for (const { inputSchema } of tools) {
    ajv.compile(inputSchema)
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    for (const property of Object.values(inputSchema.properties ?? {})) {
      expect(property).toMatchObject({ type: expect.any(String), description: expect.stringMatching(/\.$/) })
    }
  }
  const schemas = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]))
  expect(schemas.get('reply_to_customer')!.required).toEqual(['caseInstanceId', 'text'])
  expect(schemas.get('update_case')!.properties).toMatchObject({
    priority: { enum: ['LOW', 'NORMAL', 'HIGH', 'URGENT'] },
    caseData: { type: 'object' },
    comments: { type: 'array', items: { required: ['text'], additionalProperties: false } },
  })
})

test('tools that only read are marked as such', async () => {
  const { tools } = await (await mcpClient(server.url, olga)).listTools()
  const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint)
  expect(readOnly.map(({ name }) => name)).toEqual(read)
})

describe('each tool runs its operation, as its caller', () => {
  test('search_cases', async () => {
    const id = await server.addCase({ subject: 'Quokka' })
    const found = { value: { cases: [{ id: `${id}`, status: 'Open', party: { login: 'PARTY' } }] } }
    expect(await call('search_cases', { search: 'quokka', closed: false })).toMatchObject(found)
    expect(await call('search_cases', { search: 'quokka' }, paula)).toMatchObject(found)
    expect((await call('search_cases', { search: 'quokka' }, pedro)).value).toEqual({ cases: [] })
    expect((await call('search_cases', { search: 'quokka' }, carla)).value).toEqual({ cases: [] })
  })

  test('get_case', async () => {
    const comments = [
      { text: 'Public', authorEmail: 'paula@example.com' },
      { text: 'Secret', authorEmail: 'olga@example.com', internal: true },
    ]
    const id = await server.addCase({ comments })
    const seenBy = async (caller: Credentials) => {
      const { value } = await call('get_case', { caseInstanceId: `${id}` }, caller)
      return value.comments?.map((each: { text: { untrustedText: string } }) => each.text.untrustedText)
    }
    expect(await seenBy(olga)).toEqual(['Public', 'Secret'])
    expect(await seenBy(paula)).toEqual(['Public'])
    expect(await call('get_case', { caseInstanceId: `${id}` }, pedro)).toMatchObject({
      isError: true,
      value: { error: 'notFound', problems: [{ code: 'notFound', path: ['caseInstanceId'] }] },
    })
  })

  test('get_case_form', async () => {
    const id = await server.addCase()
    const { value } = await call('get_case_form', { caseInstanceId: `${id}` })
    expect(value).toMatchObject({
      permissions: { update: { allowed: true, reason: 'AUTHORISED_FOR_TYPE' } },
      availableStatuses: expect.arrayContaining([expect.objectContaining({ name: 'Closed', closed: true })]),
      fields: expect.arrayContaining([
        expect.objectContaining({ name: 'amount', kind: 'DECIMAL', currentValue: 42.5 }),
      ]),
      availableTypeCategories: expect.arrayContaining([
        expect.objectContaining({ caseTypeCode: 'REFUND', caseCategoryCode: 'BILLING' }),
      ]),
    })
    const ofParty = await call('get_case_form', { caseInstanceId: `${id}` }, paula)
    expect(ofParty.value.permissions.assign).toMatchObject({ allowed: false, message: expect.any(String) })
  })

  test('list_type_categories', async () => {
    const { value } = await call('list_type_categories', { caseTypeCode: 'REFUND' }, paula)
    expect(value.caseTypeCategories).toMatchObject([{ caseTypeCode: 'REFUND', fields: expect.any(Array) }])
    expect(await call('list_type_categories', {})).toMatchObject({ isError: true, value: { error: 'forbidden' } })
  })

  test('add_internal_note and reply_to_customer', async () => {
    const id = await server.addCase()
    await call('add_internal_note', { caseInstanceId: `${id}`, text: 'For us' })
    const { value } = await call('reply_to_customer', { caseInstanceId: `${id}`, text: 'For you' })
    expect(value).toMatchObject({ case: { id: `${id}`, version: 3 }, comments: [{ id: `comment:${id}:3:1` }] })
    const document = '{ case(id: "ID") { comments { nodes { text internal } } } }'.replace('ID', `${id}`)
    expect(await graphqlData(server.url, document)).toEqual({
      case: {
        comments: {
          nodes: [
            { text: 'For us', internal: true },
            { text: 'For you', internal: false },
          ],
        },
      },
    })
    const note = await call('add_internal_note', { caseInstanceId: `${id}`, text: 'From Paula' }, paula)
    expect(note).toMatchObject({ isError: true, value: { error: 'forbidden' } })
  })

  test('create_case', async () => {
    const comments = [{ text: 'Please', internal: false }]
    const sent = { ...codes, subject: 'By a tool', comments, caseData: { amount: 1, invoiceCount: 1, goodwill: true } }
    const created = await call('create_case', { ...sent, partyEmail: 'paula@example.com' })
    expect(created.value.case).toMatchObject({ version: 1, subject: { untrustedText: 'By a tool' } })
    const again = await call('get_case', { caseInstanceId: created.value.case.id }, paula)
    expect(again.value.comments).toMatchObject([{ text: { untrustedText: 'Please' } }])
  })

  test('update_case', async () => {
    const id = await server.addCase()
    const dryRun = await call('update_case', { caseInstanceId: `${id}`, ...codes, status: 'Closed', dryRun: true })
    expect(dryRun.value.case).toMatchObject({ status: 'Closed' })
    expect(await server.version(id)).toBe(1)
    const sent = { caseInstanceId: `${id}`, ...codes, status: 'Closed', idempotencyKey: 'key' }
    for (let attempt = 0; attempt < 2; attempt++) {
      expect((await call('update_case', sent)).value.case).toMatchObject({ version: 2, status: 'Closed' })
    }
    expect(await server.version(id)).toBe(2)
  })

  test('assign_case and take_next_case', async () => {
    const id = await server.addCase()
    const assigned = await call('assign_case', { caseInstanceId: `${id}`, groupName: 'Billing team' })
    expect(assigned.value.case).toMatchObject({ assignee: null, group: { name: 'Billing team' } })
    const taken = await call('take_next_case', { dryRun: true })
    expect(taken.value.case.assignee).toMatchObject({ email: { untrustedText: 'olga@example.com' } })
  })
})

describe('an error names its code, the place in the arguments and what is allowed', () => {
  const id = '1001'

  test.each<[name: string, sent: object, error: string, problems: object[]]>([
    [
      'search_cases',
      { first: '3', status: 'Open', createdAfter: 'yesterday', orderBy: 'NEWEST' },
      'malformedRequest',
      [
        { path: ['status'], message: 'status must be an array.' },
        {
          path: ['createdAfter'],
          message: 'createdAfter must be a time in the RFC 3339 format, for example 2026-07-02T09:15:00Z.',
        },
        { path: ['orderBy'], message: expect.stringContaining('orderBy must be one of: ') },
        { path: ['first'], message: 'first must be an integer within ±2147483647.' },
      ],
    ],
    [
      'search_cases',
      { first: 101 },
      'malformedRequest',
      [{ path: ['first'], message: expect.stringContaining('100') }],
    ],
    [
      'search_cases',
      { after: 'nowhere' },
      'malformedRequest',
      [{ path: ['after'], message: expect.stringContaining('after') }],
    ],
    ['get_case', {}, 'malformedRequest', [{ path: ['caseInstanceId'], message: 'caseInstanceId is required.' }]],
    [
      'get_case',
      { id },
      'malformedRequest',
      [
        {
          path: ['id'],
          message: expect.stringMatching(/^id is unknown. It must be one of: caseInstanceId, before, part, /),
        },
        {},
      ],
    ],
    [
      'create_case',
      { ...codes, comments: [{ text: 'a', isInternal: true }] },
      'malformedRequest',
      [
        {
          path: ['comments', '0', 'isInternal'],
          message: 'isInternal is unknown. It must be one of: text, internal, attachmentIds.',
        },
      ],
    ],
    [
      'update_case',
      { caseInstanceId: id, status: 'Nope' },
      'CodeRequired',
      [
        { code: 'CodeRequired', path: ['categoryCode'], message: 'categoryCode is required.' },
        { code: 'CodeRequired', path: ['typeCode'] },
        { code: 'InvalidName', path: ['status'], message: expect.stringContaining('must be one of: Open, ') },
      ],
    ],
    [
      'update_case',
      { caseInstanceId: id, ...codes, caseData: { amount: 'much', invoiceCount: 1, goodwill: true } },
      'invalidCaseField',
      [{ path: ['caseData', 'amount'], message: expect.stringContaining('from 0.01 to 100000') }],
    ],
    [
      'add_internal_note',
      { caseInstanceId: id, text: ' ' },
      'malformedRequest',
      [{ path: ['text'], message: expect.stringMatching(/^text must have 1 to 10,000 characters/) }],
    ],
    [
      'assign_case',
      { caseInstanceId: id, email: 'nobody@example.com' },
      'operatorNotValid',
      [{ path: ['email'], message: expect.stringContaining('email') }],
    ],
    [
      'assign_case',
      { caseInstanceId: '999999', email: 'olga@example.com' },
      'invalidId',
      [{ path: ['caseInstanceId'] }],
    ],
    ['get_case', { caseInstanceId: id, part: 'comment:1:1:1' }, 'notFound', [{ path: ['part'] }]],
  ])('%s %j', async (name, sent, error, problems) => {
    const answer = await call(name, sent)
    expect(answer).toMatchObject({ isError: true, value: { error, problems } })
  })

  test('a change with an old version returns the current one', async () => {
    const caseInstanceId = `${await server.addCase()}`
    await call('add_internal_note', { caseInstanceId, text: 'First' })
    const late = await call('reply_to_customer', { caseInstanceId, text: 'Second', expectedVersion: 1 })
    expect(late).toMatchObject({
      isError: true,
      value: { error: 'preconditionFailed', currentVersion: 2, changedFields: [], commentsAdded: 1 },
    })
  })
})

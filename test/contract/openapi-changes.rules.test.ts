import { describe, expect, test } from 'vitest'
import { openapiChanges } from '../../scripts/contract/openapi-changes.ts'

const today = '2027-07-01'

function description() {
  return {
    openapi: '3.1.1',
    security: [{ token: [] }, { tokenParameter: [] }],
    paths: {
      '/cases/{id}': {
        put: {
          parameters: [
            { name: 'dry', in: 'query', schema: { type: 'string', enum: ['yes', 'no'] } },
            { $ref: '#/components/parameters/Id' },
          ],
          requestBody: {
            required: false,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Change' } } },
          },
          responses: {
            '200': {
              headers: { ETag: {} },
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Case' } } },
            },
            '400': { $ref: '#/components/responses/Problem' },
          },
        },
        get: { responses: { '200': {} } },
      },
    },
    components: {
      parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'integer', maximum: 100 } } },
      responses: {
        Problem: {
          content: {
            'application/problem+json': {
              schema: {
                type: 'object',
                required: ['code'],
                properties: { code: { enum: ['invalidId', 'InvalidCode'] } },
              },
            },
          },
        },
      },
      schemas: {
        Change: {
          type: 'object',
          required: ['code'],
          properties: {
            code: { type: 'string' },
            text: { type: ['string', 'null'], maxLength: 10, minLength: 1 },
            tags: { type: 'array', items: { type: 'string' } },
            remark: { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Remark' }] },
          },
        },
        Remark: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
        Case: {
          type: 'object',
          required: ['id', 'parent'],
          properties: {
            id: { type: 'integer' },
            note: { type: 'string' },
            parent: { $ref: '#/components/schemas/Case' },
          },
        },
      },
      securitySchemes: {
        token: { type: 'apiKey', name: 'Service-Token', in: 'header' },
        tokenParameter: { type: 'apiKey', name: 'token', in: 'query' },
      },
    },
  }
}

/** Descriptions are changed into what a type of theirs would not know. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any
type Edit = (after: Loose, before: Loose) => void

function changes(edit: Edit) {
  const before = description()
  const after = description()
  edit(after, before)
  const found = openapiChanges(JSON.stringify(before), JSON.stringify(after), today)
  return found.map(({ level, text }) => `${level} ${text.replace('openapi.json: ', '')}`)
}

const put = 'PUT /cases/{id}'
const operation = (api: Loose): Loose => api.paths['/cases/{id}'].put
const goesOn = (day: string) => ({ deprecated: true, 'x-sunset': day })

describe('what breaks a client', () => {
  test.each<[string, Edit, string]>([
    ['a path is gone', (api) => delete api.paths['/cases/{id}'].get, 'GET /cases/{id} is gone.'],
    ['a status is gone', (api) => delete operation(api)['responses']['400'], `${put}: 400 is no longer answered.`],
    [
      'a header is gone',
      (api) => delete operation(api)['responses']['200'].headers,
      `${put}: 200 has no header ETag any more.`,
    ],
    [
      'a media type is gone',
      (api) => (operation(api)['responses']['200'].content = {}),
      `${put}: 200 is no longer application/json.`,
    ],
    ['a parameter is gone', (api) => operation(api)['parameters'].shift(), `${put}: the parameter dry is gone.`],
    [
      'a parameter must be sent',
      (api) => (operation(api)['parameters'][0].required = true),
      `${put}: the parameter dry must be sent, and did not have to be.`,
    ],
    [
      'a new parameter must be sent',
      (api) => operation(api)['parameters'].push({ name: 'x', in: 'query', required: true }),
      `${put}: the parameter x must be sent, and did not have to be.`,
    ],
    [
      'a value is no longer taken',
      (api) => operation(api)['parameters'][0].schema.enum.pop(),
      `${put}: the parameter dry: "no" is no longer taken.`,
    ],
    [
      'a bound is lower',
      (api) => (api.components.parameters.Id.schema.maximum = 99),
      `${put}: the parameter id: maximum is 99 and was 100.`,
    ],
    [
      'a body must be sent',
      (api) => (operation(api)['requestBody'].required = true),
      `${put}: the body must be sent, and did not have to be.`,
    ],
    [
      'a member must be sent',
      (api) => api.components.schemas.Change.required.push('tags'),
      `${put}: the body.tags must be sent, and did not have to be.`,
    ],
    [
      'a member is gone',
      (api) => delete api.components.schemas.Change.properties.text,
      `${put}: the body.text is gone.`,
    ],
    [
      'null is no longer taken',
      (api) => (api.components.schemas.Change.properties.text.type = 'string'),
      `${put}: the body.text: null is no longer taken.`,
    ],
    [
      'a text must be longer',
      (api) => (api.components.schemas.Change.properties.text.minLength = 2),
      `${put}: the body.text: minLength is 2 and was 1.`,
    ],
    [
      'items are of another type',
      (api) => (api.components.schemas.Change.properties.tags.items.type = 'number'),
      `${put}: the body.tags[]: string is no longer taken.`,
    ],
    [
      'a text has a form',
      (api) => (api.components.schemas.Change.properties.code.pattern = '^A'),
      `${put}: the body.code: pattern is "^A" and was not there.`,
    ],
    [
      'one of two forms must have more',
      (api) => api.components.schemas.Remark.required.push('by'),
      `${put}: the body.remark (form 2).by must be sent, and did not have to be.`,
    ],
    [
      'one of two forms is gone',
      (api) => api.components.schemas.Change.properties.remark.oneOf.pop(),
      `${put}: the body.remark: of 2 forms 1 are taken.`,
    ],
    [
      'an answer lacks a member',
      (api) => delete api.components.schemas.Case.properties.note,
      `${put}: 200.note is gone.`,
    ],
    [
      'an answer need not have a member',
      (api) => api.components.schemas.Case.required.shift(),
      `${put}: 200.id need not be in the answer any more.`,
    ],
    [
      'an answer may be null',
      (api) => (api.components.schemas.Case.properties.note.type = ['string', 'null']),
      `${put}: 200.note: null is answered, which it was not.`,
    ],
    [
      'a code is renamed',
      (api) =>
        (api.components.responses.Problem.content['application/problem+json'].schema.properties.code.enum[0] =
          'InvalidId'),
      `${put}: 400.code: "invalidId" is no longer answered.`,
    ],
    [
      'a credential is another',
      (api) => (api.components.securitySchemes.token.name = 'Token'),
      'the credential token is not what it was.',
    ],
    [
      'a way to authenticate is gone',
      (api) => (api.security = [{ token: [] }]),
      `${put} no longer takes tokenParameter.`,
    ],
    [
      'something goes too early',
      (api, old) => {
        old.paths['/cases/{id}'].get = { ...old.paths['/cases/{id}'].get, ...goesOn(today) }
        delete api.paths['/cases/{id}'].get
      },
      'GET /cases/{id} is gone.',
    ],
  ])('%s', (_what, edit, text) => {
    expect(changes(edit)).toContain(`breaking ${text}`)
  })
})

describe('what breaks nobody', () => {
  test.each<[string, Edit]>([
    ['nothing differs', () => {}],
    ['texts are others', (api) => (operation(api)['description'] = 'Another text.')],
    ['there is another path', (api) => (api.paths['/other'] = { get: {} })],
    ['there is another parameter', (api) => operation(api)['parameters'].push({ name: 'x', in: 'query' })],
    ['there is another status', (api) => (operation(api)['responses']['409'] = {})],
    [
      'there is another form to send',
      (api) => api.components.schemas.Change.properties.remark.oneOf.push({ type: 'number' }),
    ],
    [
      'a form is described',
      (api) => (api.components.schemas.Change.properties.remark.oneOf[0].description = 'A text.'),
    ],
    ['there is another member to send', (api) => (api.components.schemas.Change.properties.more = { type: 'string' })],
    [
      'there is another member in an answer',
      (api) => {
        api.components.schemas.Case.properties.more = { type: 'string' }
        api.components.schemas.Case.required.push('more')
      },
    ],
    ['a member need not be sent', (api) => (api.components.schemas.Change.required = [])],
    [
      'more is taken',
      (api) => {
        api.components.schemas.Change.properties.code.type = ['string', 'integer']
        api.components.schemas.Change.properties.text.maxLength = 20
        delete api.components.parameters.Id.schema.maximum
        operation(api)['parameters'][0].schema.enum.push('maybe')
      },
    ],
    ['there is another way to authenticate', (api) => api.security.push({ cookie: [] })],
    ['something is deprecated', (api) => Object.assign(operation(api), goesOn('2028-01-01'))],
    [
      'something went on its day',
      (api, old) => {
        old.paths['/cases/{id}'].get = { ...old.paths['/cases/{id}'].get, ...goesOn('2027-06-30') }
        delete api.paths['/cases/{id}'].get
        Object.assign(old.components.schemas.Case.properties.note, goesOn('2027-06-30'))
        delete api.components.schemas.Case.properties.note
        Object.assign(operation(old)['parameters'][0], goesOn('2027-06-30'))
        operation(api)['parameters'].shift()
      },
    ],
  ])('%s', (_what, edit) => {
    expect(changes(edit)).toEqual([])
  })

  test('another code is said, for clients that did not expect one', () => {
    const edit: Edit = (api) =>
      api.components.responses.Problem.content['application/problem+json'].schema.properties.code.enum.push('late')
    expect(changes(edit)).toEqual([`risky ${put}: 400.code: "late" may be answered.`])
  })
})

import { describe, expect, test } from 'vitest'
import { openapiChanges } from '../../scripts/contract/openapi-changes.ts'
import { createDocument } from '../support/openapi/small-document.ts'

const today = '2027-07-01'

/** The edits produce documents that no type describes. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any
type Edit = (after: Loose, before: Loose) => void

function changes(edit: Edit) {
  const before = createDocument()
  const after = createDocument()
  edit(after, before)
  const found = openapiChanges(JSON.stringify(before), JSON.stringify(after), today)
  return found.map(({ level, text }) => `${level} ${text.replace('openapi.json: ', '')}`)
}

const put = 'PUT /cases/{id}'
const operation = (api: Loose): Loose => api.paths['/cases/{id}'].put
const parameters = (api: Loose): Loose => operation(api).parameters
const change = (api: Loose): Loose => api.components.schemas.Change
const found = (api: Loose): Loose => api.components.schemas.Case
const deprecatedUntil = (date: string) => ({ deprecated: true, 'x-sunset': date })

describe('a breaking change', () => {
  test.each<[text: string, edit: Edit]>([
    ['GET /cases/{id} was removed.', (api) => delete api.paths['/cases/{id}'].get],
    [`${put}: 400 is no longer returned.`, (api) => delete operation(api)['responses']['400']],
    [`${put}: 200 no longer has the header ETag.`, (api) => delete operation(api)['responses']['200'].headers],
    [`${put}: 200 is no longer application/json.`, (api) => (operation(api)['responses']['200'].content = {})],
    [`${put}: parameter dry was removed.`, (api) => parameters(api).shift()],
    [`${put}: parameter dry is now required.`, (api) => (parameters(api)[0].required = true)],
    [`${put}: parameter x is now required.`, (api) => parameters(api).push({ name: 'x', in: 'query', required: true })],
    [`${put}: parameter dry: "no" is no longer accepted.`, (api) => parameters(api)[0].schema.enum.pop()],
    [
      `${put}: parameter id: maximum changed from 100 to 99.`,
      (api) => (api.components.parameters.Id.schema.maximum = 99),
    ],
    [`${put}: body is now required.`, (api) => (operation(api)['requestBody'].required = true)],
    [`${put}: body.tags is now required.`, (api) => change(api).required.push('tags')],
    [`${put}: body.text was removed.`, (api) => delete change(api).properties.text],
    [`${put}: body.text: null is no longer accepted.`, (api) => (change(api).properties.text.type = 'string')],
    [`${put}: body.text: minLength changed from 1 to 2.`, (api) => (change(api).properties.text.minLength = 2)],
    [
      `${put}: body.tags[]: string is no longer accepted.`,
      (api) => (change(api).properties.tags.items.type = 'number'),
    ],
    [
      `${put}: body.code: pattern changed from undefined to "^A".`,
      (api) => (change(api).properties.code.pattern = '^A'),
    ],
    [
      `${put}: body.remark (alternative 2).by is now required.`,
      (api) => api.components.schemas.Remark.required.push('by'),
    ],
    [
      `${put}: body.tags.*: null is no longer accepted.`,
      (api, before) => {
        before.components.schemas.Change.properties.tags.additionalProperties = { type: ['string', 'null'] }
        change(api).properties.tags.additionalProperties = { type: 'string' }
      },
    ],
    [`${put}: body.remark: only 1 of 2 alternatives are accepted.`, (api) => change(api).properties.remark.oneOf.pop()],
    [`${put}: 200.note was removed.`, (api) => delete found(api).properties.note],
    [`${put}: 200.id is no longer always present.`, (api) => found(api).required.shift()],
    [`${put}: 200.note: null may now be returned.`, (api) => (found(api).properties.note.type = ['string', 'null'])],
    [
      `${put}: 400.code: "invalidId" is no longer returned.`,
      (api) =>
        (api.components.responses.Problem.content['application/problem+json'].schema.properties.code.enum[0] =
          'InvalidId'),
    ],
    ['the credential token has changed.', (api) => (api.components.securitySchemes.token.name = 'Token')],
    [`${put} no longer accepts tokenParameter.`, (api) => (api.security = [{ token: [] }])],
    [
      'GET /cases/{id} was removed.',
      (api, old) => {
        old.paths['/cases/{id}'].get = { ...old.paths['/cases/{id}'].get, ...deprecatedUntil(today) }
        delete api.paths['/cases/{id}'].get
      },
    ],
  ])('%s', (text, edit) => {
    expect(changes(edit)).toContain(`breaking ${text}`)
  })
})

describe('a compatible change', () => {
  test.each<[string, Edit]>([
    ['no change', () => {}],
    ['a description changes', (api) => (operation(api)['description'] = 'Another text.')],
    ['a path is added', (api) => (api.paths['/other'] = { get: {} })],
    ['a parameter is added', (api) => operation(api)['parameters'].push({ name: 'x', in: 'query' })],
    ['a status is added', (api) => (operation(api)['responses']['409'] = {})],
    [
      'an alternative of the body is added',
      (api) => api.components.schemas.Change.properties.remark.oneOf.push({ type: 'number' }),
    ],
    [
      'another member may have more values',
      (api, before) => {
        before.components.schemas.Change.properties.tags.additionalProperties = { type: 'string' }
        api.components.schemas.Change.properties.tags.additionalProperties = { type: ['string', 'null'] }
      },
    ],
    [
      'an alternative gets a description',
      (api) => (api.components.schemas.Change.properties.remark.oneOf[0].description = 'A text.'),
    ],
    ['a member of the body is added', (api) => (api.components.schemas.Change.properties.more = { type: 'string' })],
    [
      'a member of a response is added',
      (api) => {
        api.components.schemas.Case.properties.more = { type: 'string' }
        api.components.schemas.Case.required.push('more')
      },
    ],
    ['a member becomes optional', (api) => (api.components.schemas.Change.required = [])],
    [
      'more values are accepted',
      (api) => {
        api.components.schemas.Change.properties.code.type = ['string', 'integer']
        api.components.schemas.Change.properties.text.maxLength = 20
        delete api.components.parameters.Id.schema.maximum
        operation(api)['parameters'][0].schema.enum.push('maybe')
      },
    ],
    ['a way to authenticate is added', (api) => api.security.push({ cookie: [] })],
    [
      'a credential in the query is no longer listed, but still accepted',
      (api) => {
        const { token, tokenParameter } = api.components.securitySchemes
        api.security = [{ token: [] }]
        api.components.securitySchemes = { token }
        api['x-query-credentials'] = { tokenParameter }
      },
    ],
    ['an operation is deprecated', (api) => Object.assign(operation(api), deprecatedUntil('2028-01-01'))],
    [
      'deprecated parts are removed after their date',
      (api, old) => {
        old.paths['/cases/{id}'].get = { ...old.paths['/cases/{id}'].get, ...deprecatedUntil('2027-06-30') }
        delete api.paths['/cases/{id}'].get
        Object.assign(old.components.schemas.Case.properties.note, deprecatedUntil('2027-06-30'))
        delete api.components.schemas.Case.properties.note
        Object.assign(operation(old)['parameters'][0], deprecatedUntil('2027-06-30'))
        operation(api)['parameters'].shift()
      },
    ],
  ])('%s', (_what, edit) => {
    expect(changes(edit)).toEqual([])
  })

  test('a new code is reported as risky for clients that do not expect it', () => {
    const edit: Edit = (api) =>
      api.components.responses.Problem.content['application/problem+json'].schema.properties.code.enum.push('late')
    expect(changes(edit)).toEqual([`risky ${put}: 400.code: "late" may be returned.`])
  })
})

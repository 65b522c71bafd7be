import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { authentication } from '../../src/auth/authentication.ts'
import { LookupCache } from '../../src/catalogue/lookup/lookup-cache.graphql.ts'
import { schema } from '../../src/schema.ts'
import { readConfig } from '../../src/settings/config.ts'
import { createExecutor } from '../../src/graphql/executor.ts'
import { temporaryFolder } from '../support/folders.ts'
import { credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import type { GraphQLResponse } from '../support/requests/graphql.ts'
import { sendRaw } from '../support/requests/http.ts'
import { restFace } from '../support/requests/rest-face.ts'
import { type TestServer, useServer, useSharedServer } from '../support/server/server.ts'

/** Generated from documents.graphql by graphql-codegen's client preset. */
const manifest = join(import.meta.dirname, 'trusted-documents/persisted-documents.json')
const texts = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>
const beside = useServer({ env: { TRUSTED_DOCUMENTS: manifest } })
const only = useServer({ env: { TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_ONLY: 'on' } })
const none = useSharedServer()
const [updateId = '', pairsId = '', namesId = ''] = Object.keys(texts)
const bare = (id: string) => id.replace('sha256:', '')
const persisted = (id: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: bare(id) } } })
const unknownId = `sha256:${'0'.repeat(64)}`
const ordinary = 'application/json'
/** Equivalent. */
const unusual = 'application/json, */*;q=0.1'
const strict = 'application/graphql-response+json'

async function post(server: TestServer, body: unknown, accept = ordinary, caller = paula) {
  const json = { 'content-type': 'application/json', accept }
  const headers = { ...credentialHeaders(caller), ...json, 'x-request-id': 'the-same' }
  const answer = await sendRaw(server.url, { method: 'POST', path: '/graphql', headers, body: JSON.stringify(body) })
  const { date: _, ...rest } = answer.headers
  return { ...answer, headers: rest }
}

const parsed = ({ body }: { body: string }) =>
  JSON.parse(body) as GraphQLResponse<Record<string, unknown>> & { extensions?: { cost: unknown } }

const codeOf = (answer: { body: string }) => parsed(answer).errors?.map(({ extensions }) => extensions?.code)

test('the manifest is keyed by the hash of each document', () => {
  expect(Object.keys(texts)).toEqual(Object.values(texts).map((text) => `sha256:${hash('sha256', text)}`))
})

describe.each([
  ['with other documents allowed', beside],
  ['with other documents rejected', only],
] as const)('trusted documents, %s', (_how, server) => {
  const names: [string, (id: string) => object][] = [
    ['extensions.persistedQuery', persisted],
    ['documentId', (id) => ({ documentId: id })],
    ['documentId without a prefix', (id) => ({ documentId: bare(id) })],
  ]

  test.each(names)('get the same response as their text, by %s', async (_name, by) => {
    for (const variables of [undefined, null, {}, { visibility: 'APP' }, { visibility: 'NONE' }]) {
      const answer = await post(server, { ...by(pairsId), variables })
      const asText = await post(none, { query: texts[pairsId], variables })
      expect(answer).toEqual(asText)
    }
  })

  test.each(names)('can change a case, by %s', async (_name, by) => {
    const id = await server.addCase()
    const input = { caseInstanceId: `${id}`, categoryCode: 'BILLING', typeCode: 'REFUND', status: 'Closed' }
    const body = { ...by(updateId), operationName: 'UpdateCase', variables: { input } }
    const answer = await post(server, body, ordinary, olga)
    expect(parsed(answer).data).toMatchObject({ updateCase: { case: { id: `${id}`, status: 'Closed', version: 2 } } })
    expect(parsed(answer).extensions?.cost).toBeDefined()
  })

  test('can be queries by GET, but not mutations', async () => {
    for (const by of [{ documentId: pairsId }, { extensions: JSON.stringify(persisted(pairsId).extensions) }]) {
      const path = `/graphql?${new URLSearchParams(by)}&variables={"visibility":"APP"}`
      const answer = await sendRaw(server.url, { path, headers: credentialHeaders(paula) })
      expect(parsed(answer).data).toHaveProperty('caseTypeCategories')
    }
    const path = `/graphql?documentId=${updateId}`
    const answer = await sendRaw(server.url, { path, headers: credentialHeaders(olga) })
    expect([answer.status, parsed(answer).data]).toEqual([405, undefined])
  })

  test('that are unknown get the message that clients compare', async () => {
    for (const by of [persisted(unknownId), { documentId: unknownId }, { documentId: 'constructor' }]) {
      const answer = await post(server, by, strict)
      expect([answer.status, codeOf(answer)]).toEqual([400, ['PERSISTED_QUERY_NOT_IN_LIST']])
      expect(parsed(answer).errors?.[0]?.message).toBe('PersistedQueryNotFound')
      expect((await post(server, by)).status).toBe(200)
    }
  })

  test('are rejected with unknown members', async () => {
    for (const accept of [ordinary, unusual]) {
      expect(codeOf(await post(server, { documentId: namesId, id: 1 }, accept))).toEqual(['BAD_USER_INPUT'])
    }
  })

  const typename = { query: '{ __typename }' }
  const besideId = [{ extensions: {} }, { extensions: 'x' }, typename, { id: 1 }, { variables: [] }, { query: null }]
  const operations = [{ operationName: 7 }, { operationName: 'X' }, { query: '' }]
  const others = [{ query: '' }, {}, null, 7]
  const extensions = [{}, { persistedQuery: 7 }, { persistedQuery: { sha256Hash: 7 } }, 'x', [], null]
  const bodies: unknown[] = [
    ...[namesId, updateId, unknownId, 7, null, ''].map((documentId) => ({ documentId })),
    ...[...besideId, ...operations].map((more) => ({ documentId: namesId, ...more })),
    ...[{}, typename, { documentId: unknownId }].map((more) => ({ ...persisted(namesId), ...more })),
    ...extensions.map((each) => ({ extensions: each })),
    persisted(unknownId),
    typename,
    [persisted(namesId)],
    ...others,
  ]
  test.each(bodies.map((body) => [JSON.stringify(body), body]))(
    'get the same response with equivalent media types: %s',
    async (_text, body) => {
      const answer = await post(server, body)
      expect(answer).toEqual(await post(server, body, unusual))
      expect(codeOf(answer) ?? []).not.toContain('INTERNAL_SERVER_ERROR')
    },
  )

  test('do not restrict the REST API', async () => {
    const id = await server.addCase()
    const body = { categoryCode: 'BILLING', typeCode: 'REFUND', status: 'Closed' }
    expect(await restFace(server).update({ id, body })).toMatchObject({ outcome: 'ok', case: { status: 'Closed' } })
    expect(await restFace(server).lookup()).toMatchObject({ outcome: 'ok' })
  })
})

describe('a document sent as text', () => {
  test('is executed if other documents are allowed', async () => {
    expect(parsed(await post(beside, { query: '{ __typename }' })).data).toEqual({ __typename: 'Query' })
    for (const by of [persisted(unknownId), { documentId: unknownId }]) {
      expect(parsed(await post(beside, { ...by, query: '{ __typename }' })).data).toEqual({ __typename: 'Query' })
    }
  })

  const documents = [
    { query: '{ __typename }' },
    { query: texts[pairsId] },
    { query: '{ __schema { types { name } } }' },
    { query: '{' },
    { query: '' },
    {},
  ]
  test.each(documents)('is not executed if only trusted documents are: %j', async (body) => {
    for (const accept of [strict, `${strict};q=0.9`]) {
      const answer = await post(only, body, accept)
      expect([answer.status, codeOf(answer)]).toEqual([400, ['PERSISTED_QUERY_ID_REQUIRED']])
    }
  })

  test('is not executed either if it is a document of the REST API', async () => {
    const { restDocuments } = await import('../../src/routes.ts')
    for (const query of restDocuments) {
      expect(codeOf(await post(only, { query }))).toEqual(['PERSISTED_QUERY_ID_REQUIRED'])
    }
  })

  test('is not executed together with its hash', async () => {
    for (const by of [persisted(pairsId), { documentId: pairsId }]) {
      const answer = await post(only, { ...by, query: texts[pairsId] }, strict)
      expect([answer.status, codeOf(answer)]).toEqual([400, ['CANNOT_SEND_PQ_ID_AND_BODY']])
    }
  })

  test('is not executed by GET, and there is no playground', async () => {
    const headers = credentialHeaders(paula)
    expect(codeOf(await sendRaw(only.url, { path: '/graphql?query={__typename}', headers }))).toEqual([
      'PERSISTED_QUERY_ID_REQUIRED',
    ])
    expect((await sendRaw(only.url, { path: '/graphql', headers: { accept: 'text/html' } })).status).toBe(406)
  })
})

describe('the file of trusted documents', () => {
  const start = (content: string | object | undefined, limits = {}) => {
    const file = join(temporaryFolder(), 'documents.json')
    if (content !== undefined) writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    const parts = { schema, internalDocuments: [], lookups: new LookupCache(), authentication }
    const config = readConfig({ TRUSTED_DOCUMENTS: file })
    const graphqlLimits = { ...config.graphqlLimits, ...limits }
    createExecutor({ ...config, graphqlLimits }, { log: pino({ level: 'silent' }), ...parts })
  }

  test.each<[string, string | object | undefined, RegExp]>([
    ['that is missing', undefined, /cannot read .*documents\.json: no such file or directory$/],
    ['that is not JSON', '{', /must be a JSON object that maps hashes to documents/],
    ['that is an array', ['{ __typename }'], /must be a JSON object that maps/],
    ['with values that are not strings', { a: 7 }, /must be a JSON object that maps/],
    ['with a truncated document', { abc: '{' }, /cannot be executed:\n {4}abc: Syntax Error/],
    [
      'with an unknown field',
      { abc: '{ __typename }', def: '{ tickets }' },
      /executed:\n {4}def: Cannot query field "tickets"/,
    ],
    ['with no operation', { abc: '' }, /abc: Syntax Error/],
    ['with many invalid ones', Object.fromEntries(Array.from('abcdefg', (id) => [id, '{'])), /\n {4}… and 2 more$/],
  ])('%s prevents the start', (_what, content, message) => expect(() => start(content)).toThrow(message))

  test.each<[string, object]>([
    ['tokens', { tokens: 5 }],
    ['depth', { depth: 1 }],
    ['cost', { cost: 3 }],
  ])('must respect the %s limit', (_limit, limits) => {
    expect(() => start(texts)).not.toThrow()
    expect(() => start(texts, limits)).toThrow(/TRUSTED_DOCUMENTS: .* contains documents that cannot be executed/)
  })

  test('is required if only trusted documents are executed', () => {
    expect(() => readConfig({ TRUSTED_DOCUMENTS_ONLY: 'on' })).toThrow(
      '  TRUSTED_DOCUMENTS_ONLY: cannot be on unless TRUSTED_DOCUMENTS is set',
    )
  })
})

describe('without a list of trusted documents, a hash is not supported', () => {
  const hashed = `sha256:${hash('sha256', '{ __typename }')}`
  const extensions = { code: 'PERSISTED_QUERY_NOT_SUPPORTED' }
  const notSupported = [{ message: 'PersistedQueryNotSupported', extensions }]

  test.each([persisted(hashed), { documentId: hashed }])('by POST: %j', async (by) => {
    for (const [accept, status] of [
      [ordinary, 200],
      [unusual, 200],
      [strict, 400],
      [`${strict}, application/json;q=0.9`, 400],
    ] as const) {
      const answer = await post(none, by, accept)
      expect([answer.status, parsed(answer)]).toEqual([status, { errors: notSupported }])
    }
  })

  test.each([
    { extensions: JSON.stringify(persisted(hashed).extensions), operationName: 'Names' },
    { documentId: hashed },
  ])('by GET: %j', async (parameters) => {
    for (const [accept, status] of [
      [ordinary, 200],
      [strict, 400],
    ] as const) {
      const path = `/graphql?${new URLSearchParams(parameters as Record<string, string>)}`
      const answer = await sendRaw(none.url, { path, headers: { ...credentialHeaders(paula), accept } })
      expect([answer.status, parsed(answer)]).toEqual([status, { errors: notSupported }])
    }
  })

  test('but a text is executed, with or without its hash', async () => {
    for (const more of [{}, persisted(hashed), { documentId: hashed }]) {
      for (const accept of [ordinary, unusual]) {
        expect(parsed(await post(none, { query: '{ __typename }', ...more }, accept)).data).toEqual({
          __typename: 'Query',
        })
      }
    }
  })

  test.each([{}, { extensions: {} }, { extensions: { persistedQuery: { sha256Hash: 7 } } }])(
    'and %j, which has neither, is malformed',
    async (body) => {
      for (const accept of [ordinary, unusual])
        expect(codeOf(await post(none, body, accept))).toEqual(['BAD_USER_INPUT'])
    },
  )
})

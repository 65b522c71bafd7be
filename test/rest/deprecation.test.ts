import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createExecutor } from '../../src/graphql/executor.ts'
import { HttpResponse, send } from '../../src/http/send.ts'
import type { RequestContext } from '../../src/context.ts'
import type { Deprecation } from '../../src/rest/deprecation.ts'
import { createDocumentation } from '../../src/pages/api-reference-files.ts'
import { createFacade } from '../../src/rest/plugin.ts'
import type { Route } from '../../src/rest/route.ts'
import { routes } from '../../src/rest/routes.ts'
import { schema } from '../../src/schema.ts'
import { credentials, paula } from '../support/callers.ts'
import { sendRaw } from '../support/http.ts'
import { useServer } from '../support/server.ts'

const soon: Deprecation = { since: '2026-12-01', sunset: '2027-06-30', link: 'https://desk.example.com/changes#old' }
const later: Deprecation = { since: '2027-01-01', sunset: '2027-12-31', link: '/changes#parameter' }
const soonHeaders = {
  deprecation: '@1796083200',
  sunset: 'Wed, 30 Jun 2027 00:00:00 GMT',
  link: '<https://desk.example.com/changes#old>; rel="deprecation"; type="text/html"',
}
const laterHeaders = {
  deprecation: '@1798761600',
  sunset: 'Fri, 31 Dec 2027 00:00:00 GMT',
  link: '</changes#parameter>; rel="deprecation"; type="text/html"',
}

/** A route that needs no database. */
const route = (name: string, more: Partial<Route>): Route => ({
  ...routes[0]!,
  path: ['api', 'v4', name],
  document: '{ __typename }',
  toVariables: () => ({}),
  toAnswer: () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }),
  ...more,
})

/** Made up: none of Casegate's own routes is deprecated. */
const table = [
  route('kept', {}),
  route('old', { deprecated: soon }),
  route('half', { deprecatedParameters: { colour: later } }),
  route('both', { deprecated: later, deprecatedParameters: { colour: soon } }),
]

let url = ''
const executor = createExecutor(readConfig({}), pino({ level: 'silent' }), [])
const documentation = createDocumentation(undefined)
const facade = createFacade(executor, schema, documentation, table)
const server = createServer({ ServerResponse: HttpResponse }, (request, response) => {
  const [path = '', query] = (request.url ?? '').split('?')
  const context = { requestId: 'made-up', notes: response } as unknown as RequestContext
  void facade(request, path, new URLSearchParams(query), context).then((answer) => send(response, answer))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function told(path: string, method = 'GET') {
  // Not by sendRaw, which knows the routes that openapi.json describes.
  const { status, headers } = await fetch(`${url}/api/v4/${path}`, { method })
  const [deprecation, sunset, link] = ['deprecation', 'sunset', 'link'].map((name) => headers.get(name) ?? undefined)
  return [status, { deprecation, sunset, link }]
}

const nothing = { deprecation: undefined, sunset: undefined, link: undefined }

describe('what is deprecated says so', () => {
  test.each<[string, string, number, object]>([
    ['a route', 'old', 200, soonHeaders],
    ['a route with a query', 'old?colour=red', 200, soonHeaders],
    ['a parameter', 'half?colour=red', 200, laterHeaders],
    ['an empty parameter', 'half?colour', 200, laterHeaders],
    ['of several, what goes first', 'both?colour=red', 200, soonHeaders],
    ['a route whose parameter goes before it', 'both', 200, laterHeaders],
    ['nothing where the parameter is not sent', 'half?color=red', 200, nothing],
    ['no other route', 'kept?colour=red', 200, nothing],
    ['no path that there is not', 'new', 404, nothing],
  ])('%s', async (_what, path, status, headers) => {
    expect(await told(path)).toEqual([status, headers])
  })

  test('whatever the answer is', async () => {
    expect(await told('old', 'HEAD')).toEqual([200, soonHeaders])
    expect(await told('old', 'OPTIONS')).toEqual([204, soonHeaders])
    expect(await told('old', 'DELETE')).toEqual([405, soonHeaders])
  })
})

test.each<Partial<Deprecation>>([
  { since: '2026-13-01' },
  { sunset: '2027-02-29' },
  { sunset: 'soon' },
  { sunset: '2026-11-30' },
])('a deprecation with %j is a mistake, found at the start', (wrong) => {
  const mistake = /is no day|cannot have gone before/
  expect(() =>
    createFacade(executor, schema, documentation, [route('old', { deprecated: { ...soon, ...wrong } })]),
  ).toThrow(mistake)
})

const casegate = useServer()
test('none of the API is deprecated now', async () => {
  expect(routes.flatMap((each) => [each.deprecated, each.deprecatedParameters]).filter(Boolean)).toEqual([])
  const { headers } = await sendRaw(casegate.url, { path: '/api/v4/cases/typecategory', headers: credentials(paula) })
  expect(Object.keys(headers).filter((name) => ['deprecation', 'sunset', 'link'].includes(name))).toEqual([])
})

import { fastify } from 'fastify'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { AcceptedCredentials } from '../../src/auth/accepted-credentials.ts'
import { readConfig } from '../../src/config.ts'
import type { Services } from '../../src/context.ts'
import { createExecutor } from '../../src/graphql/executor.ts'
import { addAllMethods } from '../../src/http/allowed-methods.ts'
import { notFound } from '../../src/http/not-found.ts'
import { requestContext } from '../../src/http/request-context.ts'
import { ConnectionLimit } from '../../src/http/connections/connection-limit.ts'
import { serverOptions } from '../../src/http/server-options.ts'
import type { Deprecation } from '../../src/rest/deprecation.ts'
import { restRoutes } from '../../src/rest/plugin.ts'
import { answerWithProblem, requestProblem } from '../../src/rest/problem.ts'
import type { Route } from '../../src/rest/route.ts'
import { routes } from '../../src/rest/routes.ts'
import { schema } from '../../src/schema.ts'
import { credentialHeaders, paula } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

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
  path: `/api/v4/${name}`,
  document: '{ __typename }',
  toVariables: () => ({}),
  send: (reply) => reply.send({}),
  ...more,
})

/** Fictitious routes, because Casegate has no deprecated ones. */
const table = [
  route('kept', {}),
  route('old', { deprecated: soon }),
  route('half', { deprecatedParameters: { colour: later } }),
  route('both', { deprecated: later, deprecatedParameters: { colour: soon } }),
]

async function appWith(table: readonly Route[]) {
  const config = readConfig({})
  const log = pino({ level: 'silent' })
  const app = fastify(serverOptions(config, log, {}, requestProblem, new ConnectionLimit(config, log)))
  addAllMethods(app)
  app.setErrorHandler(answerWithProblem)
  await app.register(requestContext, {
    services: { sessionUses: { note() {} }, acceptedCredentials: new AcceptedCredentials() } as unknown as Services,
    queryCredentials: true,
  })
  await app.register(notFound, { link: '' })
  await app.register(restRoutes, { executor: createExecutor(config, log, []), schema, table })
  return app
}

const app = await appWith(table)

async function told(path: string, method: 'GET' | 'HEAD' | 'OPTIONS' | 'DELETE' = 'GET') {
  const { statusCode, headers } = await app.inject({
    method,
    url: `/api/v4/${path}`,
    headers: credentialHeaders(paula),
  })
  const { deprecation, sunset, link } = headers
  return [statusCode, { deprecation, sunset, link }]
}

const nothing = { deprecation: undefined, sunset: undefined, link: undefined }

describe('a deprecation is announced in the headers of', () => {
  test.each<[string, string, number, object]>([
    ['a route', 'old', 200, soonHeaders],
    ['a route with a query', 'old?colour=red', 200, soonHeaders],
    ['a parameter', 'half?colour=red', 200, laterHeaders],
    ['an empty parameter', 'half?colour', 200, laterHeaders],
    ['a route and its parameter, whichever is removed first,', 'both?colour=red', 200, soonHeaders],
    ['a route whose parameter is removed earlier but not sent', 'both', 200, laterHeaders],
    ['no request without the deprecated parameter', 'half?color=red', 200, nothing],
    ['no other route', 'kept?colour=red', 200, nothing],
    ['no unknown path', 'new', 404, { ...nothing, link: '' }],
  ])('%s', async (_what, path, status, headers) => {
    expect(await told(path)).toEqual([status, headers])
  })

  test('every response, regardless of its status', async () => {
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
])('an invalid deprecation prevents the start: %j', async (wrong) => {
  const mistake = /is not a date|is before the deprecation/
  await expect(appWith([route('old', { deprecated: { ...soon, ...wrong } })])).rejects.toThrow(mistake)
})

const casegate = useServer()
test('no route of Casegate is deprecated', async () => {
  expect(routes.flatMap((each) => [each.deprecated, each.deprecatedParameters]).filter(Boolean)).toEqual([])
  const { headers } = await sendRaw(casegate.url, {
    path: '/api/v4/cases/typecategory',
    headers: credentialHeaders(paula),
  })
  expect(Object.keys(headers).filter((name) => ['deprecation', 'sunset', 'link'].includes(name))).toEqual([])
})

import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { playgroundTabs } from '../../src/pages/playground.ts'
import { carla, olga } from '../support/requests/credentials.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const withPage = useServer({ env: { GRAPHIQL: 'on' } })
const withoutPage = useServer({ env: { GRAPHIQL: 'off' } })

const visit = (url: string) => sendRaw(url, { path: '/graphql', headers: { accept: 'text/html,*/*;q=0.8' } })

describe('the playground', () => {
  test('needs no credentials and loads nothing from other servers', async () => {
    const { status, headers, body } = await visit(withPage.url)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/html\b/)
    for (const operation of ['caseTypeCategories', 'updateCase', 'assignCase']) expect(body).toContain(operation)
    const tags = [...body.matchAll(/<(?:script|link|img|iframe|style|source|object)\b[^>]*>/gi)].map(([tag]) => tag)
    expect(tags.length).toBeGreaterThan(0)
    expect(tags.filter((tag) => /\b(?:src|href|data|srcset)\s*=\s*["']?\s*(?:https?:)?\/\//i.test(tag))).toEqual([])
  })

  test('has a policy that allows only its own script and only this server', async () => {
    const { headers, body } = await visit(withPage.url)
    const policy = String(headers['content-security-policy']).split('; ')
    // As a browser finds it: from the first tag to the first end of one, carriage returns made into line feeds.
    const scripts = [...body.matchAll(/<script\b([^>]*)>(.*?)<\/script/gis)]
    expect(scripts.map(([, attributes]) => attributes)).toEqual([
      expect.stringMatching(/^ src="\/graphql\/[^"]+"$/),
      '',
    ])
    const script = scripts[1]![2]!
    expect(script).not.toMatch(/\0|\r/)
    expect(script).toContain('renderYogaGraphiQL')
    expect(policy.toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      'font-src data:',
      "form-action 'none'",
      "frame-ancestors 'none'",
      'img-src data:',
      `script-src 'self' 'sha256-${hash('sha256', script, 'base64')}'`,
      "style-src 'self' 'unsafe-inline'",
      'worker-src blob:',
    ])
    // There are no inline event handlers, which the policy would block.
    expect(body.replaceAll(/<script\b.*?<\/script/gis, '')).not.toMatch(/\son\w+=/i)
    expect((await visit(withPage.url)).headers['content-security-policy']).toBe(headers['content-security-policy'])
  })

  test('has tabs whose operations succeed with the demonstration data', async () => {
    const operations: string[] = []
    for (const { login, query, variables } of playgroundTabs.values()) {
      const data = await graphqlData<object>(withPage.url, query, { ...variables }, login === 'operator' ? olga : carla)
      operations.push(...Object.keys(data))
      expect(JSON.stringify(data)).not.toContain('"problems"')
      expect(Object.values(data)).not.toContain(null)
    }
    // In the order of the tabs.
    expect(operations.join(' ')).toBe(
      'case caseTypeCategories updateCase assignCase cases createCase addComments takeNextCase ' +
        'case patchCase unassignCase editComment removeComment updateCases viewer',
    )
  })

  test('does not contain a token that is not public', async () => {
    expect((await visit(withPage.url)).body).not.toContain('demo-operator')
  })

  test('is replaced by a page that says how to turn it on if it is disabled', async () => {
    const { status, headers, body } = await visit(withoutPage.url)
    expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^ ]+'; img-src data:;/)
    expect(body).toContain('GRAPHIQL=on')
    expect(body).not.toMatch(/<script|renderYogaGraphiQL/)
  })

  test('does not change the responses to programs', async () => {
    const path = '/graphql'
    const withoutQuery = await sendRaw(withoutPage.url, { path, headers: { accept: 'application/json' } })
    expect([withoutQuery.status, withoutQuery.headers['content-type']]).toEqual([
      400,
      expect.stringMatching(/^application\/json/),
    ])
    const query = `${path}?query=${encodeURIComponent('{ __typename }')}`
    for (const [{ url }, accept] of [
      [withPage, 'application/json'],
      [withoutPage, 'application/json'],
      [withoutPage, 'text/html,*/*;q=0.8'],
    ] as const) {
      const executed = await sendRaw(url, { path: query, headers: { accept } })
      expect([executed.status, JSON.parse(executed.body)]).toMatchObject([200, { data: { __typename: 'Query' } }])
    }
  })

  test('is on for the embedded store and off for PostgreSQL by default', () => {
    const DATABASE_URL = 'postgresql://127.0.0.1/casegate'
    expect(readConfig({}).graphiql).toBe(true)
    expect(readConfig({ GRAPHIQL: 'off' }).graphiql).toBe(false)
    expect(readConfig({ DATABASE_URL }).graphiql).toBe(false)
    expect(readConfig({ DATABASE_URL, GRAPHIQL: 'on' }).graphiql).toBe(true)
  })
})

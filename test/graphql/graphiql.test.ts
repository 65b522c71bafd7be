import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { sendRaw } from '../support/http.ts'
import { useServer } from '../support/server.ts'

const withPage = useServer({ env: { GRAPHIQL: 'on' } })
const withoutPage = useServer({ env: { GRAPHIQL: 'off' } })

const visit = (url: string) => sendRaw(url, { path: '/graphql', headers: { accept: 'text/html,*/*;q=0.8' } })

describe('the playground', () => {
  test('is a page that needs no credentials and loads nothing from elsewhere', async () => {
    const { status, headers, body } = await visit(withPage.url)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/html\b/)
    expect(body).toContain('FirstUpdate')
    const tags = [...body.matchAll(/<(?:script|link|img|iframe|style|source|object)\b[^>]*>/gi)].map(([tag]) => tag)
    expect(tags.length).toBeGreaterThan(0)
    expect(tags.filter((tag) => /\b(?:src|href|data|srcset)\s*=\s*["']?\s*(?:https?:)?\/\//i.test(tag))).toEqual([])
  })

  test('is not there where it is switched off', async () => {
    const { headers, body } = await visit(withoutPage.url)
    expect(headers['content-type']).not.toMatch(/html/)
    expect(body).not.toMatch(/<html|graphiql/i)
  })

  test('is on for the embedded store, and off for PostgreSQL, unless told otherwise', () => {
    const DATABASE_URL = 'postgresql://127.0.0.1/casegate'
    expect(readConfig({}).graphiql).toBe(true)
    expect(readConfig({ GRAPHIQL: 'off' }).graphiql).toBe(false)
    expect(readConfig({ DATABASE_URL }).graphiql).toBe(false)
    expect(readConfig({ DATABASE_URL, GRAPHIQL: 'on' }).graphiql).toBe(true)
  })

  test('answers programs as if it were not there', async () => {
    for (const { url } of [withPage, withoutPage]) {
      const path = `/graphql?query=${encodeURIComponent('{ __typename }')}`
      const answer = await sendRaw(url, { path, headers: { accept: 'application/json' } })
      expect([answer.status, JSON.parse(answer.body)]).toMatchObject([200, { data: { __typename: 'Query' } }])
    }
  })
})

import { describe, expect, test } from 'vitest'
import { olga } from '../support/callers.ts'
import { hasBrowser, useBrowser } from '../support/browser.ts'
import { useServer } from '../support/server.ts'

const server = useServer({ env: { GRAPHIQL: 'on' }, demoSession: olga })

describe.runIf(hasBrowser)('the playground', () => {
  const browser = useBrowser()

  test('opens without an error, a violation of its policy or a request to anybody else', async () => {
    const { page, complaints } = await browser.visit(`${server.url}/graphql`)
    await page.getByRole('button', { name: 'Execute query' }).waitFor()
    expect(complaints).toEqual([])
  })
})

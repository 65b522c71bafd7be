import { describe, expect, test } from 'vitest'
import { accessibilityViolations, hasBrowser, useBrowser } from '../support/browser/browser.ts'
import { carla, olga } from '../support/requests/credentials.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { GRAPHIQL: 'on' }, demoSessions: { operator: olga, consumer: carla } })

describe.runIf(hasBrowser)('the start page', () => {
  const browser = useBrowser()

  test.each(['light', 'dark'] as const)('is accessible when it is %s', async (colorScheme) => {
    // The policy would block the checks. The other test covers it.
    const { page } = await browser.visit(server.url, { colorScheme, bypassCSP: true })
    expect(await accessibilityViolations(page)).toEqual([])
  })

  test.each(['/', '/docs/concepts.md', '/docs/settings.md'])('fits a narrow screen: %s', async (path) => {
    const { page } = await browser.visit(`${server.url}${path}`, { viewport: { width: 320, height: 640 } })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

  test.each(['light', 'dark'] as const)('leads to guides with diagrams, accessible when %s', async (colorScheme) => {
    const { page, complaints } = await browser.visit(`${server.url}/docs/architecture.md`, { colorScheme })
    await expect.poll(() => page.locator('pre.mermaid svg').count()).toBe(2)
    expect(await page.locator('pre.mermaid').first().textContent()).toContain('Fastify hooks')
    expect(complaints).toEqual([])
    const { page: checked } = await browser.visit(`${server.url}/docs/settings.md`, { colorScheme, bypassCSP: true })
    expect(await accessibilityViolations(checked)).toEqual([])
  })

  test('has no broken links and no errors', async () => {
    const { page, complaints } = await browser.visit(server.url)
    const links = await page
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => String(link.getAttribute('href'))))
    expect(links).toContain('/graphql')
    for (const link of links) {
      const answer = await page.request.get(new URL(link, server.url).href, { headers: { accept: 'text/html' } })
      expect(answer.status(), link).toBe(200)
    }
    await page.getByRole('link', { name: 'Open the playground' }).click()
    await page.getByRole('button', { name: 'Execute query' }).waitFor()
    expect(complaints).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { accessibilityViolations, hasBrowser, useBrowser } from '../support/browser/browser.ts'
import { carla, olga } from '../support/requests/credentials.ts'
import { sampled } from '../support/sampled.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { GRAPHIQL: 'on' }, demoSessions: { operator: olga, consumer: carla } })

describe.runIf(hasBrowser)('the start page', () => {
  const browser = useBrowser()

  test.each(['light', 'dark'] as const)('is accessible when it is %s', { tags: ['nightly'] }, async (colorScheme) => {
    // The policy would block the checks. The other test covers it.
    const { page } = await browser.visit(server.url, { colorScheme, bypassCSP: true })
    expect(await accessibilityViolations(page)).toEqual([])
  })

  test.each(sampled(['/', '/docs/concepts.md', '/docs/settings.md', '/docs/rest.md'], 4, 2))(
    'fits a narrow screen: %s',
    async (path) => {
      const { page } = await browser.visit(`${server.url}${path}`, { viewport: { width: 320, height: 640 } })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    },
  )

  test.each(['light', 'dark'] as const)(
    'leads to guides with diagrams, accessible when %s',
    { tags: ['nightly'] },
    async (colorScheme) => {
      const { page, complaints } = await browser.visit(`${server.url}/docs/architecture.md`, { colorScheme })
      const widths = () => page.locator('main img').evaluateAll((all) => all.map((image) => image.clientWidth > 300))
      await expect.poll(widths).toEqual([true, true])
      expect(complaints).toEqual([])
      const { page: checked } = await browser.visit(`${server.url}/docs/settings.md`, { colorScheme, bypassCSP: true })
      expect(await accessibilityViolations(checked)).toEqual([])
    },
  )

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

  test('leads to guides that are searched without leaving the page', async () => {
    const { page, complaints } = await browser.visit(`${server.url}/docs/concepts.md`)
    const found = page.locator('#found').getByRole('link')
    await page.keyboard.press('/')
    await page.keyboard.type('idempotency ke')
    await found.first().waitFor()
    expect(await page.getByRole('status').textContent()).toMatch(/^\d+ sections? found$/)
    await page.keyboard.press('Escape')
    expect(await found.count()).toBe(0)
    await page.keyboard.type('qwertyuiop')
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Nothing was found.')
    await page.getByRole('searchbox').fill('rate limits')
    await page.getByRole('link', { name: 'Settings: Rate limits' }).click()
    await page.waitForURL('**/docs/settings.md#rate-limits')
    expect(complaints).toEqual([])
  })

  test('leads to guides with a list of guides and a table of contents', { tags: ['nightly'] }, async () => {
    const { page } = await browser.visit(`${server.url}/docs/settings.md`)
    const guides = page.getByRole('navigation', { name: 'Guides' })
    await guides.getByRole('link', { name: 'REST API' }).waitFor()
    expect(await guides.locator('[aria-current=page]').textContent()).toBe('Settings')
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Rate limits' }).click()
    expect(new URL(page.url()).hash).toBe('#rate-limits')
  })

  test('leads to guides whose tables fit a phone', { tags: ['nightly'] }, async () => {
    const { page } = await browser.visit(`${server.url}/docs/settings.md`, {
      viewport: { width: 390, height: 800 },
      bypassCSP: true,
    })
    const rightmost = await page
      .locator('td')
      .evaluateAll((all) => Math.max(...all.map((cell) => cell.getBoundingClientRect().right)))
    expect(rightmost).toBeLessThanOrEqual(390)
    const row = page.getByRole('row').filter({ hasText: 'DATABASE_POOL_SIZE' })
    expect(
      await row
        .getByRole('cell')
        .nth(1)
        .evaluate((cell) => getComputedStyle(cell, '::before').content),
    ).toBe('"Default"')
    expect(await accessibilityViolations(page)).toEqual([])
  })
})

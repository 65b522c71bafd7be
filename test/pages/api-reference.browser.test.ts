import type { Page, Response } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accessibilityViolations, hasBrowser, useBrowser } from '../support/browser/browser.ts'
import { carla, olga } from '../support/requests/credentials.ts'
import { openapiDocument } from '../support/openapi/document.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { GRAPHIQL: 'on' }, demoSessions: { operator: olga, consumer: carla } })
const withoutSessions = useServer({ env: { GRAPHIQL: 'on' } })
const address = '/api/v4/docs'

const operations: [id: string, success: number, token: string][] = [
  ['caseTypeCategories', 200, carla.token],
  ['updateCase', 201, olga.token],
  ['assignCase', 201, olga.token],
]

const operation = (page: Page, id: string) => page.locator(`#operations-Cases-${id}`)
const open = (page: Page, id: string) => operation(page, id).locator('.opblock-summary-control').click()
const close = open

/** Clicks Execute and returns the response. */
async function execute(page: Page, id: string): Promise<Response> {
  const answered = page.waitForResponse((response) => response.url().includes('/api/v4/cases/'))
  await operation(page, id).getByRole('button', { name: 'Execute' }).click()
  return answered
}

describe.runIf(hasBrowser)('the API reference', () => {
  const browser = useBrowser()

  test('begins with the operations of openapi.json, and uses two families of fonts', async () => {
    const { page } = await browser.visit(`${server.url}${address}`)
    await page.getByRole('heading', { name: 'Errors of every operation' }).waitFor()
    const listed = Object.values(openapiDocument.paths).flatMap((item) => Object.values(item as object))
    const shown = await page.locator('.opblock').evaluateAll((all) => all.map(({ id }) => id.split('-').at(-1)))
    expect(shown.sort()).toEqual(listed.map(({ operationId }) => operationId as string).sort())
    await open(page, 'updateCase')
    await operation(page, 'updateCase').getByLabel('Request body').waitFor()
    const headings = await page.getByRole('heading').allTextContents()
    const place = (text: string) => headings.findIndex((heading) => heading.includes(text))
    expect(place('Cases')).toBeLessThan(place('Errors of every operation'))
    const fonts = await page
      .locator('.swagger-ui *')
      .evaluateAll((all) => [...new Set(all.map((element) => getComputedStyle(element).fontFamily))])
    expect(fonts.sort()).toEqual(['system-ui, sans-serif', 'ui-monospace, monospace'])
  })

  test(
    'sends each example with success, also a second time, and then the credentials that the reader enters',
    { tags: ['nightly'] },
    async () => {
      const { page, complaints } = await browser.visit(`${server.url}${address}`)
      for (const [id, success, token] of operations) {
        await open(page, id)
        const choice = operation(page, id).getByLabel('Example').first()
        const values = await choice.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))
        const names = values.map((value) => value ?? '')
        for (const name of names.length > 0 ? [...names.toReversed(), ...names] : ['the only one', 'the same']) {
          if (names.length > 0) await choice.selectOption(name)
          const response = await execute(page, id)
          expect(response.status(), `${id}: ${name}`).toBe(success)
          expect(response.request().headers()['service-token']).toBe(token)
          const shown = operation(page, id).locator('.live-responses-table .response .response-col_status')
          await expect.poll(() => shown.textContent()).toContain(String(success))
        }
        // What is open takes time to display.
        await close(page, id)
      }
      expect(complaints).toEqual([])
      await page.getByRole('button', { name: 'Authorize' }).first().click()
      const dialog = page.locator('.modal-ux')
      await dialog.locator('input').nth(0).fill('web')
      await dialog.locator('.auth-container').nth(0).getByRole('button', { name: 'Apply credentials' }).click()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await open(page, 'updateCase')
      const response = await execute(page, 'updateCase')
      expect([response.status(), response.request().headers()['service-touchpoint']]).toEqual([401, 'web'])
    },
  )

  test('sends no session if none is public', { tags: ['nightly'] }, async () => {
    const { page } = await browser.visit(`${withoutSessions.url}${address}`)
    await page.getByText('Click Authorize to enter').waitFor()
    await open(page, 'caseTypeCategories')
    expect((await execute(page, 'caseTypeCategories')).status()).toBe(401)
  })

  test(
    'is accessible and complete, light on a wide screen and dark on a narrow one',
    { tags: ['nightly'] },
    async () => {
      const { page, complaints } = await browser.visit(`${server.url}${address}`)
      for (const [id] of operations) {
        await open(page, id)
        await execute(page, id)
        await operation(page, id).locator('.live-responses-table').waitFor()
      }
      await page.getByRole('button', { name: 'Schemas' }).click()
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 390],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        expect(await accessibilityViolations(page)).toEqual([])
        const cutOff = await page.evaluate((width) => {
          const isCutOff = (element: Element) =>
            element.getBoundingClientRect().right > width && !element.closest('pre')
          return [...document.querySelectorAll('main *')].filter(isCutOff).map(({ outerHTML }) => outerHTML)
        }, width)
        expect(cutOff).toEqual([])
        const brightness = await page.evaluate(() => {
          return Number(/\d+/.exec(getComputedStyle(document.documentElement).backgroundColor + '255')?.[0])
        })
        expect(brightness > 0 && brightness < 127).toBe(colorScheme === 'dark')
      }
      expect(complaints).toEqual([])
    },
  )
})

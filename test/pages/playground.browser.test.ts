import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser, useBrowser } from '../support/browser/browser.ts'
import { change } from '../support/requests/changes.ts'
import { carla, olga } from '../support/requests/credentials.ts'
import { sql } from '../support/database/database.ts'
import { demoStore } from '../support/database/demo-store.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({
  database: demoStore,
  env: { GRAPHIQL: 'on' },
  demoSessions: { operator: olga, consumer: carla },
})
const withoutSessions = useServer({ env: { GRAPHIQL: 'on' } })

/** Runs the operation in the tab with this name and returns the displayed response. */
async function run(page: Page, tab: string): Promise<string> {
  await page.locator('.graphiql-tab-button', { hasText: new RegExp(`^${tab}$`) }).click()
  // Before, there is nothing in it that could be run.
  await expect.poll(() => textOf(page.locator('.graphiql-query-editor'))).toContain(tab)
  // GraphiQL detects the operation shortly after the editor has loaded. Before, it sends nothing, or the name of the
  // operation in the tab before, and the server executes nothing.
  await expect
    .poll(async () => {
      const isSent = page.waitForRequest((request) => request.postData()?.includes(tab) ?? false, { timeout: 5_000 })
      await page.getByRole('button', { name: 'Execute query' }).click()
      const response = await isSent.then(
        (request) => request.response(),
        () => null,
      )
      return response?.text()
    })
    .toContain('"data"')
  await expect.poll(() => textOf(page.locator('.result-window'))).toContain('{"data"')
  return textOf(page.locator('.result-window'))
}

/** GraphiQL may send an operation before it knows its name. */
const isUnexpected = (complaint: string) => !complaint.includes('status of 400')

/** Without the spaces, of which an editor shows several kinds. */
async function textOf(place: Locator): Promise<string> {
  return ((await place.textContent()) ?? '').replaceAll(/\s/g, '')
}

describe.runIf(hasBrowser)('the playground', () => {
  const browser = useBrowser()

  test('runs the operations of its tabs without errors', async () => {
    // The editor renders only the lines that fit.
    const viewport = { width: 1280, height: 1200 }
    const { page, complaints } = await browser.visit(`${server.url}/graphql`, { viewport })
    expect(await run(page, 'CaseTypeCategories')).toContain('"caseTypeName":"Refund"')
    expect(await run(page, 'UpdateCase')).toContain('"status":"Inprogress"')
    expect(await run(page, 'ReadCase')).toContain('"text":"Checkedintheplayground."')
    expect(await run(page, 'AssignCase')).toContain('"name":"Billingteam"')
    expect(await run(page, 'TakeNextCase')).toContain('"assignee":{"firstname":"Olga"}')
    const [row] = await sql(server.database, `select status, version from cases where id = 1001`)
    expect(row).toEqual({ status: 'In progress', version: 3 })
    expect(complaints.filter(isUnexpected)).toEqual([])
  })

  test(
    'shows all of its tabs, what the schema describes, and the colors of the system',
    { tags: ['nightly'] },
    async () => {
      const { page } = await browser.visit(`${server.url}/graphql`)
      const rightEdges = () =>
        page.locator('.graphiql-tab').evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().right))
      await page.locator('.graphiql-tab').last().waitFor()
      const width = page.viewportSize()?.width ?? 0
      expect((await rightEdges()).filter((right) => right > width)).toEqual([])
      const background = () =>
        page
          .locator('.graphiql-container')
          .first()
          .evaluate((element) => getComputedStyle(element).backgroundColor)
      const brightness = async () => Number(/\d+/.exec(await background())?.[0])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.reload()
        await expect.poll(async () => ((await brightness()) > 127 ? 'light' : 'dark')).toBe(colorScheme)
      }
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
      await page.getByRole('link', { name: 'Mutation', exact: true }).click()
      await expect.poll(() => page.locator('.graphiql-plugin').textContent()).toContain('Login: operator or party')
    },
  )

  test('shows on a narrow screen that there are more tabs, and the response', { tags: ['nightly'] }, async () => {
    const { page } = await browser.visit(`${server.url}/graphql`, { viewport: { width: 390, height: 800 } })
    await page.locator('.graphiql-tab').last().waitFor()
    const edges = await page
      .locator('.graphiql-tab')
      .evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().right))
    expect(edges.some((right) => right > 390)).toBe(true)
    const tabs = page.locator('.graphiql-tabs')
    expect(await tabs.evaluate((list) => getComputedStyle(list).maskImage)).toContain('gradient')
    expect(await tabs.evaluate((list) => getComputedStyle(list).overflowX)).toBe('auto')
    await page.getByRole('button', { name: 'Execute query' }).waitFor()
    const response = await page.locator('.result-window').boundingBox()
    expect(response?.width).toBeGreaterThan(250)
  })

  test(
    'keeps its tabs after a reload but not in the URL, and shows the message of a syntax error',
    { tags: ['nightly'] },
    async () => {
      const { page, complaints } = await browser.visit(`${server.url}/graphql`)
      await run(page, 'AssignCase')
      // GraphiQL saves its tabs and the content of its editors half a second after each change.
      const kept = () =>
        page.evaluate(() =>
          ['tabState', 'query', 'variables'].map((name) => sessionStorage.getItem(`graphiql:${name}`)),
        )
      await expect
        .poll(kept)
        .toEqual([
          expect.stringContaining('"activeTabIndex":3'),
          expect.stringContaining('AssignCase'),
          expect.stringContaining('groupName'),
        ])
      await page.reload()
      expect(page.url()).toBe(`${server.url}/graphql`)
      expect(await run(page, 'CaseTypeCategories')).toContain('"caseTypeName":"Refund"')
      expect(await page.locator('.graphiql-tab').count()).toBe(15)
      expect(complaints.filter(isUnexpected)).toEqual([])
      await page.locator('.graphiql-query-editor .monaco-editor').first().click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('{ case(id: ')
      await page.getByRole('button', { name: 'Execute query' }).click()
      await expect.poll(() => textOf(page.locator('.result-window'))).toContain('"code":"GRAPHQL_PARSE_FAILED"')
      expect(await textOf(page.locator('.result-window'))).not.toContain('stack')
    },
  )

  test('runs a subscription until it is stopped', { tags: ['nightly'] }, async () => {
    const { page } = await browser.visit(`${server.url}/graphql`)
    await page.locator('.graphiql-query-editor .monaco-editor').first().click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText('subscription Follow { caseEvents(after: "latest") { event { kind } } }')
    await expect.poll(() => textOf(page.locator('.graphiql-query-editor'))).toContain('subscriptionFollow')
    // As above, GraphiQL sends another name at first.
    await expect
      .poll(async () => {
        const answer = page.waitForResponse((response) => response.request().postData()?.includes('Follow') ?? false)
        await page.getByRole('button', { name: 'Execute query' }).click()
        return (await answer).headers()['content-type']
      })
      .toContain('text/event-stream')
    await change(server.url, 'addComments', { caseInstanceId: '1002', comments: [{ text: 'Hello.' }] })
    await expect.poll(() => textOf(page.locator('.result-window'))).toContain('"kind":"COMMENTED"')
    await page.getByRole('button', { name: 'Stop query' }).click()
    const isEnded = (line: string) => line.includes('"aborted":true') && line.includes('caseEvents')
    await expect.poll(() => server.log.some(isEnded)).toBe(true)
  })

  test('opens the headers editor if there is no session', { tags: ['nightly'] }, async () => {
    const { page } = await browser.visit(`${withoutSessions.url}/graphql`)
    await expect.poll(() => textOf(page.locator('.graphiql-editor-tool'))).toContain('"Service-Token":""')
  })
})

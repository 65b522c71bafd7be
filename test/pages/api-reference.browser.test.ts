import { describe, expect, test } from 'vitest'
import { hasBrowser, useBrowser } from '../support/browser.ts'
import { olga } from '../support/credentials.ts'
import { useServer } from '../support/server.ts'

const server = useServer({ env: { GRAPHIQL: 'on' }, demoSessions: { operator: olga } })

describe.runIf(hasBrowser)('the page of the REST API', () => {
  const browser = useBrowser()

  test('describes each operation without errors, policy violations or requests to other servers', async () => {
    const { page, complaints } = await browser.visit(`${server.url}/api/v4/docs`)
    for (const name of ['List case types and categories', 'Update a case', 'Assign a case']) {
      await page.getByText(name, { exact: true }).first().click()
      await page.getByRole('button', { name: 'Execute' }).waitFor()
      expect(await page.getByText('/api/v4/cases/').first().isVisible(), name).toBe(true)
    }
    for (const name of ['AssignCaseInput', 'UpdateCaseInput', 'UpdateCaseProblem', 'CommentInput']) {
      await page.getByText(name, { exact: true }).first().click()
    }
    expect(complaints).toEqual([])
  })

  test('sends a request to this server, with the demonstration session and the example filled in', async () => {
    const { page, complaints } = await browser.visit(`${server.url}/api/v4/docs`)
    await page.getByText('Update a case', { exact: true }).first().click()
    await page.locator('#request-param-caseInstanceId').fill('1001')
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Execute' }).click()
    const response = await answered
    expect([response.status(), response.url()]).toEqual([201, `${server.url}/api/v4/cases/1001`])
    await page.getByText('Created (201)').waitFor()
    expect(await server.version(1001)).toBe(2)
    expect(complaints).toEqual([])
  })
})

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build, preview, type PreviewServer } from 'vite'
import { accessibilityViolations, hasBrowser, useBrowser } from '../support/browser/browser.ts'
import { temporaryFolder } from '../support/folders.ts'
import { bundle, probed, probeFile, signedWebhook } from '../support/clients/probe-runs.ts'
import { change } from '../support/requests/changes.ts'
import { useServer } from '../support/server/server.ts'

const root = join(import.meta.dirname, '../../examples/front-end')
const server = useServer()

describe.runIf(hasBrowser)('the minimal front end', () => {
  const browser = useBrowser()
  let page: PreviewServer
  beforeAll(async () => {
    const options = { root, logLevel: 'warn', build: { outDir: temporaryFolder(), emptyOutDir: true } } as const
    await build(options)
    page = await preview({ ...options, preview: { port: 0, proxy: { '/graphql': server.url, '/api': server.url } } })
  })
  afterAll(() => page?.close())

  test("shows the customer's cases, and adds a comment to one", async () => {
    const { page: tab, complaints } = await browser.visit(page.resolvedUrls!.local[0]!)
    const entry = tab.getByRole('listitem').filter({ hasText: /^1001 · / })
    await entry.waitFor()
    expect(await accessibilityViolations(tab)).toEqual([])
    await tab.getByLabel('Case').selectOption('1001')
    await tab.getByLabel('Comment').fill('It happened again.')
    await tab.getByRole('button', { name: 'Add comment' }).click()
    await tab.getByText('Comment added.').waitFor()
    await entry.getByText('It happened again.').waitFor()
    const comments = [{ text: 'We have refunded it.' }]
    await change(server.url, 'addComments', { caseInstanceId: '1001', comments })
    await entry.getByText('We have refunded it.').waitFor()
    expect(complaints).toEqual([])
  })

  test.each(['page', 'worker'])('the client lists, changes and follows cases in a %s', async (place) => {
    const { page: tab } = await browser.visit(page.resolvedUrls!.local[0]!)
    const code = await bundle(probeFile)
    const id = await server.addCase()
    const parameters = [tab.url(), id, signedWebhook()] as const
    const result = await tab.evaluate(
      async ([code, place, parameters]) => {
        if (place === 'page') return new Function(`${code};return program`)().probe(...parameters)
        const last = `;onmessage = async ({ data }) => postMessage(await program.probe(...data).catch(String))`
        const worker = new Worker(URL.createObjectURL(new Blob([code, last], { type: 'text/javascript' })))
        worker.postMessage(parameters, { transfer: [] })
        return new Promise((resolve) => worker.addEventListener('message', ({ data }) => resolve(data)))
      },
      [code, place, parameters] as const,
    )
    expect(result).toEqual(probed(id))
  })
})

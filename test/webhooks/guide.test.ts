import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { fencesOf, parseCurl, readDocument } from '../support/documentation.ts'
import { freePort } from '../support/free-port.ts'
import { adminData } from '../support/requests/configure.ts'
import { useServer } from '../support/server/server.ts'
import { changeCase, type SavedEndpoint, saveEndpoint, webhookSettings } from '../support/webhooks/endpoints.ts'

const server = useServer({ data: adminData, env: webhookSettings })

test('the receiver of the guide accepts signed events once, and rejects others', async () => {
  const fences = fencesOf(readDocument('docs/webhooks.md'))
  const { text } = fences.find(({ file }) => file === 'receiver.js')!
  const [create, sendTest] = fences.filter((fence) => fence.text.startsWith('curl ')).map((fence) => fence.text)
  // Below the project, so that it finds its package.
  const folder = mkdtempSync(join(import.meta.dirname, '.receiver-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'receiver.js'), text)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const send = async (command: string) => {
    const { url: printed, ...request } = parseCurl(command.replace('127.0.0.1:9000', `127.0.0.1:${port}`))
    const response = await fetch(printed.replace('http://127.0.0.1:4000', server.url), request)
    return (await response.json()) as { endpoint: SavedEndpoint; secret: string }
  }
  const { endpoint, secret } = await send(create!)
  expect([endpoint.url, endpoint.id]).toEqual([url, 'endpoint:1'])
  await saveEndpoint(server, { id: endpoint.id, enabled: false })
  const receiver = spawn(process.execPath, [join(folder, 'receiver.js')], {
    env: { PORT: String(port), WEBHOOK_SECRET: secret },
  })
  onTestFinished(async () => {
    receiver.kill()
    await once(receiver, 'close')
  })
  const lines: string[] = []
  createInterface(receiver.stdout).on('line', (line) => lines.push(line))
  const statusOf = (headers: Record<string, string>) =>
    fetch(url, { method: 'POST', body: '{}', headers }).then(
      ({ status }) => status,
      () => 'not listening yet',
    )
  await expect.poll(() => statusOf({})).toBe(401)
  await saveEndpoint(server, { id: endpoint.id, enabled: true })
  await send(sendTest!)
  await expect.poll(() => lines.filter((line) => line.startsWith('webhook.test'))).toHaveLength(1)
  const event = await changeCase(server, await server.addCase())
  await expect.poll(() => lines.filter((line) => line.includes(event))).toHaveLength(1)
  expect(lines.some((line) => line.startsWith('case.comment'))).toBe(true)
})

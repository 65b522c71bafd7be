import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { fencesOf, readDocument } from '../support/documentation.ts'
import { freePort } from '../support/free-port.ts'
import { adminData } from '../support/requests/configure.ts'
import { useServer } from '../support/server/server.ts'
import { asOlga, changeCase, saveEndpoint, webhookSettings } from '../support/webhooks/endpoints.ts'

const server = useServer({ data: adminData, env: webhookSettings })

test('the receiver of the guide accepts signed events once, and rejects others', async () => {
  const { text } = fencesOf(readDocument('docs/webhooks.md')).find(({ file }) => file === 'receiver.js')!
  // Below the project, so that it finds its package.
  const folder = mkdtempSync(join(import.meta.dirname, '.receiver-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'receiver.js'), text)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { endpoint, secret } = await saveEndpoint(server, { url, ...asOlga, enabled: false })
  const receiver = spawn(process.execPath, [join(folder, 'receiver.js')], {
    env: { PORT: String(port), WEBHOOK_SECRET: secret! },
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
  await saveEndpoint(server, { id: endpoint!.id, enabled: true })
  const event = await changeCase(server, await server.addCase())
  await expect.poll(() => lines.filter((line) => line.includes(event))).toHaveLength(1)
  expect(lines.some((line) => line.startsWith('case.comment'))).toBe(true)
})

import { spawn } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { scannerVersion } from '../../src/attachments/clamd.ts'
import { infection } from '../support/attachments/clamd.ts'
import { sendFile, upload } from '../support/attachments/upload.ts'
import { temporaryFolder } from '../support/folders.ts'
import { freePort } from '../support/free-port.ts'
import { useServer } from '../support/server/server.ts'

const program = '/usr/sbin/clamd'

/** Starts Debian's clamd with a signature of its own, on a free port. */
async function startRealClamd(): Promise<number> {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const port = await freePort()
  writeFileSync(join(folder, 'own.ndb'), `Casegate.Test:0:*:${Buffer.from(infection).toString('hex')}\n`)
  const settings = {
    TCPSocket: port,
    TCPAddr: '127.0.0.1',
    DatabaseDirectory: folder,
    Foreground: 'yes',
    StreamMaxLength: '1M',
  }
  const lines = Object.entries(settings).map((each) => each.join(' '))
  writeFileSync(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`)
  const clamd = spawn(program, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  afterAll(() => void clamd.kill())
  const isReady = () =>
    scannerVersion({ host: '127.0.0.1', port }).then(
      (version) => version.startsWith('ClamAV'),
      () => false,
    )
  await vi.waitUntil(isReady, { timeout: 30_000, interval: 100 })
  return port
}

describe.skipIf(!existsSync(program))(`with ${program}, which Debian's clamav-daemon installs`, async () => {
  const port = existsSync(program) ? await startRealClamd() : 0
  const server = useServer({ env: { ATTACHMENT_SCAN: `clamd://127.0.0.1:${port}` } })

  test('a clean content is stored, an infected one is 422, and one that is too large for it is 503', async () => {
    expect(await upload(server.url, 'clean')).toMatchObject({ size: 5 })
    const response = await sendFile(server.url, `before ${infection} after`)
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { code: 'attachmentRejected', detail: expect.stringContaining('Casegate.Test') },
    ])
    expect((await sendFile(server.url, 'a'.repeat(3_000_000))).status).toBe(503)
  })
})

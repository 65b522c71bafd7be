import { describe, expect, test } from 'vitest'
import { infection, startClamd } from '../support/attachments/clamd.ts'
import { randomContent, sendFile, upload } from '../support/attachments/upload.ts'
import { sql } from '../support/database/database.ts'
import { freePort } from '../support/free-port.ts'
import { useServer } from '../support/server/server.ts'

const clamd = await startClamd()

describe('with a scanner', () => {
  const server = useServer({ env: { ATTACHMENT_SCAN: clamd.url } })
  const rows = async () =>
    sql(server.database, 'select (select count(*) from attachments), (select count(*) from attachment_chunks)')

  test.each([100, 700_000])('a clean content of %i bytes is stored', async (size) => {
    expect(await upload(server.url, randomContent(size))).toMatchObject({ size })
  })

  test.each([
    ['in the first part', 0],
    ['across two parts', 256 * 1024 - 5],
    ['at the end', 600_000],
  ])('an infected one is 422 and stores nothing, if the signature is %s', async (_where, at) => {
    const before = await rows()
    const body = Buffer.concat([Buffer.alloc(at, 'a'), Buffer.from(infection)])
    const response = await sendFile(server.url, body)
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { code: 'attachmentRejected', detail: expect.stringContaining('Casegate.Test') },
    ])
    expect(await rows()).toEqual(before)
  })

  test.each([
    ['answers nonsense', 'nonsense'],
    ['answers nothing', ''],
    ['cannot scan', 'stream: Can not allocate memory ERROR\0'],
  ])('a scanner that %s is 503 and stores nothing', async (_what, answer) => {
    clamd.answer(answer)
    const before = await rows()
    const response = await sendFile(server.url, 'text')
    clamd.answer(null)
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'unavailable' }])
    expect(await rows()).toEqual(before)
  })

  test('a content that is too large for the scanner is 503 and stores nothing', async () => {
    const before = await rows()
    expect((await sendFile(server.url, randomContent(2_000_000))).status).toBe(503)
    expect(await rows()).toEqual(before)
  })
})

describe('without the scanner that is configured', async () => {
  const server = useServer({ env: { ATTACHMENT_SCAN: `clamd://127.0.0.1:${await freePort()}` } })

  test('an upload is 503', async () => {
    expect((await sendFile(server.url, 'text')).status).toBe(503)
  })
})

import { expect, test } from 'vitest'
import { moveAttachments } from '../../src/attachments/move-attachments.ts'
import { ContentStores } from '../../src/attachments/stores/content-stores.ts'
import { runChecks } from '../../src/doctor/doctor.ts'
import { readConfig } from '../../src/settings/config.ts'
import { startBucket } from '../support/attachments/bucket.ts'
import { get, randomContent, sha256, upload, type UploadedFile } from '../support/attachments/upload.ts'
import { sql } from '../support/database/database.ts'
import { useServer } from '../support/server/server.ts'

const bucket = await startBucket()
const server = useServer({ env: bucket.env })
const { attachments: settings } = readConfig(bucket.env)
const move = (target: 'DATABASE' | 'S3') =>
  moveAttachments(server.database, new ContentStores(server.database, settings), target)

async function expectWhole(files: readonly UploadedFile[]): Promise<void> {
  for (const file of files) {
    const response = await get(server.url, file.contentPath)
    expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(file.sha256)
  }
}

test('contents move to the database and back, and a move that failed goes on', async () => {
  const files = await Promise.all([1, 300_000, 600_000, 10].map((size) => upload(server.url, randomContent(size))))
  expect(await bucket.keys()).toHaveLength(4)
  bucket.fail('cut answer', ['GET'])
  await expect(move('DATABASE')).rejects.toThrow('cannot be used')
  bucket.fail('none')
  await expectWhole(files)
  await move('DATABASE')
  await expectWhole(files)
  expect(await bucket.keys()).toEqual([])
  expect(await sql(server.database, `select from attachments where store = 'S3'`)).toEqual([])

  for (const failure of ['error', 'cut', 'wrong tag'] as const) {
    bucket.fail(failure)
    await expect(move('S3')).rejects.toThrow('cannot be used')
    bucket.fail('none')
    await expectWhole(files)
  }
  // The old content stays if it cannot be removed, and nothing is lost.
  expect(await move('S3')).toBe(4)
  await expectWhole(files)
  expect(await sql(server.database, 'select from attachment_chunks')).toEqual([])
  expect(await move('S3')).toBe(0)
})

test('a content that is damaged is not moved', async () => {
  const file = await upload(server.url, 'content')
  await sql(server.database, `update attachments set sha256 = repeat('0', 64) where id = '${file.id.split(':')[1]}'`)
  await expect(move('DATABASE')).rejects.toThrow('is damaged. It was not moved.')
  expect(await bucket.keys()).toContain(file.id.split(':')[1])
})

test('the doctor tries the bucket, and finds contents in one that is not configured', async () => {
  const check = async (attachments?: typeof settings) => {
    const options = { deep: false, poolSize: 1, explain: String, ...(attachments && { attachments }) }
    const results = await Array.fromAsync(runChecks(server.database, options))
    return results.filter((result) => result.check === 'attachments')
  }
  expect(await check(settings)).toMatchObject([{ level: 'ok' }])
  bucket.fail('error')
  expect(await check(settings)).toMatchObject([
    { level: 'failure', message: expect.stringContaining('answered with 500') },
  ])
  bucket.fail('none')
  expect(await check()).toMatchObject([{ level: 'warning', message: expect.stringContaining('are in a bucket') }])
  const scanner = { host: '127.0.0.1', port: 1 }
  expect(await check({ ...settings, scanner })).toMatchObject([
    { level: 'failure', message: expect.stringContaining('scanner') },
  ])
})

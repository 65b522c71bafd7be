import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { contentFolder } from '../../src/transfer/export/export-contents.ts'
import { exportData } from '../../src/transfer/export/export.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { startBucket } from '../support/attachments/bucket.ts'
import { randomContent, sha256, upload } from '../support/attachments/upload.ts'
import { writtenText } from '../support/data/written-text.ts'
import { freshDatabase, sql } from '../support/database/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { change } from '../support/requests/changes.ts'
import { olga } from '../support/requests/credentials.ts'
import { useServer } from '../support/server/server.ts'

const bucket = await startBucket()
const server = useServer({ env: bucket.env })
const content = randomContent(600_000)
const newFolder = (settings: Record<string, string>) =>
  contentFolder(join(temporaryFolder(), 'cases.json'), readConfig(settings).attachments)
const written = (folder: ReturnType<typeof newFolder>) =>
  writtenText((output) => exportData(server.database, output, { folder }))

test('an export reads contents from the bucket, and fails without a part of one', async () => {
  const { id } = await upload(server.url, content)
  const comments = [{ text: '', attachmentIds: [id] }]
  const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
  const caseId = await server.addCase()
  await change(server.url, 'updateCase', { caseInstanceId: `${caseId}`, ...codes, comments }, olga)

  const cut = newFolder(bucket.env)
  bucket.fail('cut answer', ['GET'])
  await expect(written(cut)).rejects.toThrow('cannot be used')
  bucket.fail('none')
  expect(readdirSync(cut.path)).toEqual([])
  await expect(written(newFolder({}))).rejects.toThrow('ATTACHMENT_STORE')

  const folder = newFolder(bucket.env)
  const { text } = await written(folder)
  expect(sha256(readFileSync(join(folder.path, sha256(content))))).toBe(sha256(content))
  const other = await freshDatabase()
  await importData(other, JSON.parse(text), { folder })
  expect(await sql(other, 'select store, sha256 from attachments')).toEqual([
    { store: 'DATABASE', sha256: sha256(content) },
  ])
})

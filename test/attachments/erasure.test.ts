import { expect, test } from 'vitest'
import { eraseById } from '../../src/personal-data/erase-person.ts'
import { get, sendFile, upload } from '../support/attachments/upload.ts'
import { sql } from '../support/database/database.ts'
import { change } from '../support/requests/changes.ts'
import { adminData } from '../support/requests/configure.ts'
import { ada, credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { openSocket, requestText } from '../support/requests/raw-socket.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ data: adminData })
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

test('an erasure removes the files of the person, and those of nobody else', async () => {
  const id = await server.addCase()
  const attach = async (file: { id: string }, caller: typeof olga) => {
    const input = { caseInstanceId: `${id}`, ...codes, comments: [{ text: '', attachmentIds: [file.id] }] }
    expect(await change(server.url, 'updateCase', input, caller)).toHaveProperty('case')
  }
  const [used, free] = [await upload(server.url, 'used', paula), await upload(server.url, 'free', paula)]
  const kept = await upload(server.url, 'kept', olga)
  await attach(used, paula)
  await attach(kept, olga)
  const [person] = await sql<{ id: string }>(
    server.database,
    "select id from persons where email = 'paula@example.com'",
  )
  const personId = Number(person!.id)

  const exported = await get(server.url, `/api/v4/persons/person:${personId}/export`, ada)
  const { attachments } = (await exported.json()) as { attachments: { id: string; contentPath: string }[] }
  expect(attachments.map(({ contentPath }) => contentPath)).toEqual([used.contentPath, free.contentPath])
  expect(attachments[0]).toMatchObject({ id: used.id, commentId: `comment:${id}:2:1` })

  // One that is being uploaded does not come to its end.
  const socket = await openSocket(server.url)
  const headers = { ...credentialHeaders(paula), 'content-length': 4 }
  socket.write(requestText('POST /api/v4/attachments?name=late.txt', headers))
  const unfinished = () => sql(server.database, 'select from attachments where sha256 is null')
  await expect.poll(async () => (await unfinished()).length).toBe(1)
  await eraseById({ database: server.database, log: server as never }, personId, { actor: null, dryRun: false })
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
  socket.write('late')
  expect(await answer).toMatch(/^HTTP\/1.1 401 /)

  // The comment had a file and no text.
  const comments = await sql<{ removed: boolean }>(
    server.database,
    `select removed_version is not null as removed from case_comments where case_id = ${id} order by version`,
  )
  expect(comments.map(({ removed }) => removed)).toEqual([true, false])

  const left = await sql(server.database, `select id from attachments where sha256 is not null`)
  expect(left).toEqual([{ id: kept.id.split(':')[1] }])
  expect((await get(server.url, used.contentPath)).status).toBe(404)
  expect((await get(server.url, kept.contentPath)).status).toBe(200)
  const names = await sql<{ name: string }>(
    server.database,
    'select distinct name from attachments where sha256 is null',
  )
  expect(names).toEqual([{ name: 'erased' }])
  expect((await sendFile(server.url, 'x', paula)).status).toBe(401)
})

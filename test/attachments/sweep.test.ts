import { expect, test } from 'vitest'
import { pino } from 'pino'
import { Attachments } from '../../src/attachments/attachments.ts'
import { readConfig } from '../../src/settings/config.ts'
import { get, upload } from '../support/attachments/upload.ts'
import { sql } from '../support/database/database.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { takeExpired } from '../../src/attachments/attachment-rows.ts'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { openSocket, requestText } from '../support/requests/raw-socket.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()
const sweeper = () => new Attachments(server.database, pino({ level: 'silent' }), readConfig({}).attachments)
const uuid = (id: string) => id.split(':')[1]!
const left = async (id: string) => {
  const [row] = await sql<{ rows: string; chunks: string }>(
    server.database,
    `select (select count(*) from attachments where id = '${uuid(id)}') as rows,
      (select count(*) from attachment_chunks where attachment_id = '${uuid(id)}') as chunks`,
  )
  return [Number(row!.rows), Number(row!.chunks)]
}

test('free files go after 24 hours, and not before', async () => {
  const [old, young] = [await upload(server.url, 'old'), await upload(server.url, 'young')]
  const age = (id: string, interval: string) =>
    sql(
      server.database,
      `update attachments set remove_at = remove_at - interval '${interval}' where id = '${uuid(id)}'`,
    )
  await age(old.id, '24 hours 1 second')
  await age(young.id, '23 hours 59 minutes')
  expect((await get(server.url, old.contentPath)).status).toBe(404)
  await sweeper().run()
  expect([await left(old.id), await left(young.id)]).toEqual([
    [0, 0],
    [1, 1],
  ])
})

test('what an upload left that ended with its process goes, and what is being uploaded stays', async () => {
  const [dead, alive] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  for (const [id, lease] of [
    [dead, '- interval'],
    [alive, '+ interval'],
  ]) {
    await sql(
      server.database,
      `insert into attachments (id, uploader_id, store, name, size, remove_at)
       select '${id}', id, 'DATABASE', 'x', 0, now() ${lease} '1 second' from persons where email = 'olga@example.com'`,
    )
    await sql(server.database, `insert into attachment_chunks values ('${id}', 0, 'abc')`)
  }
  const attachments = sweeper()
  attachments.uploading.add(alive)
  await attachments.run()
  expect([await left(`:${dead}`), await left(`:${alive}`)]).toEqual([
    [0, 0],
    [1, 1],
  ])
  const [row] = await sql<{ renewed: boolean }>(
    server.database,
    `select remove_at > now() + interval '1 minute' as renewed from attachments where id = '${alive}'`,
  )
  expect(row).toEqual({ renewed: true })
})

test('an upload that the sweep has taken is 503, and not a file without content', async () => {
  const socket = await openSocket(server.url)
  const headers = { ...credentialHeaders(olga), 'content-length': 4 }
  socket.write(requestText('POST /api/v4/attachments?name=late.txt', headers))
  const unfinished = () => sql<{ id: string }>(server.database, `select id from attachments where name = 'late.txt'`)
  await expect.poll(async () => (await unfinished()).length).toBe(1)
  const [taken] = await unfinished()
  await sql(server.database, `update attachments set remove_at = now() - interval '1 second' where id = '${taken!.id}'`)
  await server.database.run(takeExpired)
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
  socket.write('late')
  expect(await answer).toMatch(/^HTTP\/1.1 503 /)
  expect(await unfinished()).toEqual([])
  socket.destroy()
})

test('the files of a removed comment go, and those of others stay', async () => {
  const [removed, kept] = [await upload(server.url, 'removed'), await upload(server.url, 'kept')]
  const id = await server.addCase()
  const comments = [removed, kept].map((file) => ({ text: '', attachmentIds: [file.id] }))
  const add = `mutation($input: AddCommentsInput!) { addComments(input: $input) { ... on AddCommentsPayload { comments { id } } } }`
  const data = await graphqlData<{ addComments: { comments: { id: string }[] } }>(
    server.url,
    add,
    { input: { caseInstanceId: `${id}`, comments } },
    olga,
  )
  const remove = `mutation($input: RemoveCommentInput!) { removeComment(input: $input) { __typename } }`
  await graphqlData(server.url, remove, { input: { commentId: data.addComments.comments[0]!.id } }, olga)
  await sweeper().run()
  expect([await left(removed.id), await left(kept.id)]).toEqual([
    [0, 0],
    [1, 1],
  ])
})

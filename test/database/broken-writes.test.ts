import { describe, expect, test } from 'vitest'
import { hashToken } from '../../src/viewer/viewer.ts'
import { describeFaces, refused } from '../support/requests/faces.ts'
import { hasPgBouncer, pgBouncerUntilEnd } from '../support/database/pgbouncer.ts'
import { type ErrorFields, poolerError } from '../support/database/proxy.ts'
import { databaseKind, sql } from '../support/database/database.ts'
import { olga } from '../support/requests/credentials.ts'
import { useProxiedServer } from '../support/server/postgres.ts'

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const terminated = { M: 'terminating connection due to administrator command', F: 'postgres.c', R: 'ProcessInterrupts' }

/** The version of a case, read without the proxy. */
const versionOf = async (id: number, { beside }: ReturnType<typeof useProxiedServer>) =>
  (await sql<{ version: number }>(beside, 'select version from cases where id = $1', [id]))[0]?.version

/** What a client gets if the connection breaks after PostgreSQL executed its statement. */
const ends: [string, ErrorFields?, 'stays open'?][] = [
  ['nothing'],
  ["PgBouncer's error", poolerError],
  ['the error of a pooler with another code', { S: 'ERROR', C: '57P01', M: 'server shut down' }],
  ['the error of a pooler that still works', { S: 'ERROR', C: '58000', M: 'server closed' }, 'stays open'],
  ["PostgreSQL's fatal error", { S: 'FATAL', C: '57P01', ...terminated }],
  ["PostgreSQL's fatal error in another language", { S: 'ВАЖНО', C: '57P01', ...terminated }],
  ['a panic because the disk is full', { S: 'PANIC', C: '53100', M: 'No space left', F: 'xlog.c', R: 'XLogWrite' }],
]

describe.runIf(databaseKind === 'postgresql')('if the connection breaks', () => {
  const server = useProxiedServer({ poolSize: 4 })

  describeFaces('a change', server, (face) => {
    test.each(ends)(
      'that was written is not said to be unwritten, with %s as the response',
      async (_what, ...error) => {
        const id = await server.addCase()
        const text = `Was this written to case ${id}?`
        server.proxy.breakAfter(text, ...error)
        expect(await face.update({ id, body: { ...codes, comments: [{ text }] } })).toEqual(refused('internal'))
        server.proxy.breakAfter('')
        expect(await versionOf(id, server)).toBe(2)
      },
    )
    test.each(ends)('that was only loaded is unavailable, with %s as the response', async (_what, ...error) => {
      const id = await server.addCase()
      const change = { id, body: { ...codes, status: 'New' } }
      server.proxy.breakAfter(hashToken(olga.token), ...error)
      expect(await face.update(change)).toEqual(refused('unavailable'))
      server.proxy.breakAfter('')
      expect(await versionOf(id, server)).toBe(1)
      expect(await face.update(change)).toMatchObject({ outcome: 'ok' })
    })
  })

  test.each(ends)(
    'a transaction is not said to be unwritten, with %s as the response to its commit',
    async (_what, ...error) => {
      server.proxy.breakAfter('commit\0', ...error)
      await expect(server.database.transaction(async () => {})).rejects.toThrow('may have happened')
      server.proxy.breakAfter('')
    },
  )

  test('before its commit, a transaction is unavailable', async () => {
    const id = await server.addCase()
    const broken = server.database.transaction(async ({ run }) => {
      server.proxy.cut()
      await run({ name: 'broken', text: `update cases set version = 9 where id = ${id}`, writes: true })
    })
    await expect(broken).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await versionOf(id, server)).toBe(1)
  })
})

describe.runIf(databaseKind === 'postgresql' && hasPgBouncer)('behind PgBouncer, if PostgreSQL ends', () => {
  const server = useProxiedServer({ poolSize: 4, preparedStatements: false, through: pgBouncerUntilEnd })

  describeFaces('a change', server, (face) => {
    test('that was written is not said to be unwritten', async () => {
      const id = await server.addCase()
      const text = `Was this written to case ${id}?`
      server.proxy.breakAfter(text)
      expect(await face.update({ id, body: { ...codes, comments: [{ text }] } })).toEqual(refused('internal'))
      server.proxy.breakAfter('')
      expect(await versionOf(id, server)).toBe(2)
      await expect.poll(async () => (await face.update({ id, body: { ...codes, status: 'New' } })).outcome).toBe('ok')
    })
  })
})

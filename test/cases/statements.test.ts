import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { describeFaces } from '../support/faces.ts'
import { useServer } from '../support/server.ts'

const server = useServer()

/** The texts that reach the driver from now on. */
function watchDriver(): string[] {
  const texts: string[] = []
  const inPg = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | { text: string }]
    texts.push(typeof config === 'string' ? config : config.text)
    return Reflect.apply(inPg, this, args)
  })
  const inPglite = PGlite.prototype.query
  vi.spyOn(PGlite.prototype, 'query').mockImplementation(function (this: PGlite, ...args: unknown[]) {
    texts.push(args[0] as string)
    return Reflect.apply(inPglite, this, args)
  })
  return texts
}

afterEach(() => {
  vi.restoreAllMocks()
})

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const caseData = { amount: 1.5, invoiceCount: 2, goodwill: true }

describeFaces('what reaches the database', server, (face) => {
  test.each([0, 1, 50])('is two statements for an update with %i comments', async (count) => {
    const id = await server.addCase()
    const comments = Array.from({ length: count }, (_, i) => ({ text: `Comment ${i}` }))
    await face.update({ id, body: codes })
    const texts = watchDriver()
    expect(await face.update({ id, body: { ...codes, status: 'New', caseData, comments } })).toMatchObject({
      outcome: 'ok',
    })
    expect(texts).toHaveLength(2)
  })

  test('is one and the same statement for what an update and an assignment write', async () => {
    const id = await server.addCase()
    await face.update({ id, body: codes })
    const texts = watchDriver()
    await face.update({ id, body: { ...codes, status: 'New' } })
    await face.assign({ id, body: { groupName: 'Billing team' } })
    expect(texts).toHaveLength(4)
    expect(texts[3]).toBe(texts[1])
    expect(await server.version(id)).toBe(3)
  })

  test('is one statement for a lookup', async () => {
    await face.lookup()
    const texts = watchDriver()
    expect(await face.lookup({ caseCategoryCode: 'BILLING' })).toMatchObject({ outcome: 'ok' })
    expect(texts).toHaveLength(1)
  })

  test('is nothing but the load for an update that changes nothing', async () => {
    const id = await server.addCase()
    await face.update({ id, body: codes })
    const texts = watchDriver()
    await face.update({ id, body: codes })
    expect(texts).toHaveLength(1)
  })
})

import { pino } from 'pino'
import { expect, test } from 'vitest'
import { bulk } from '../../../src/cases/change/bulk.ts'
import type { RequestContext } from '../../../src/context.ts'
import { DatabaseUnavailable, outcomeUnknown } from '../../../src/database/unavailable.ts'

test('if no change was acknowledged and one may be written, the request does not promise that nothing was', async () => {
  const context = { credentials: {}, services: { log: pino({ level: 'silent' }) } } as RequestContext
  const errors = [new DatabaseUnavailable(new Error()), outcomeUnknown(new Error())]
  const fail = (_context: RequestContext, error: unknown) => Promise.reject(error)
  for (const order of [errors, errors.toReversed()]) {
    await expect(bulk(context, order, fail)).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  }
  await expect(bulk(context, [errors[0], errors[0]], fail)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

import { expect, test } from 'vitest'
import { describeFaces } from '../support/faces.ts'
import { useServer } from '../support/server.ts'

const server = useServer()

describeFaces('updateCase', server, (face) => {
  test('answers the updated case and the session', async () => {
    const id = await server.addCase()
    const body = { categoryCode: 'BILLING', typeCode: 'REFUND', status: 'In progress', resolution: 'Refunded' }
    expect(await face.update({ id, body })).toEqual({
      outcome: 'ok',
      case: { id, ...body },
      context: { simpleProfile: { firstname: 'Olga', email: 'olga@example.com' } },
    })
    expect(await server.version(id)).toBe(2)
  })
})

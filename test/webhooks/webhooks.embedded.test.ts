import { expect, test } from 'vitest'
import { adminData } from '../support/requests/configure.ts'
import { useServer } from '../support/server/server.ts'
import {
  changeCase,
  endpointWithReceiver,
  readEndpoint,
  retryDelivery,
  saveEndpoint,
  webhookSettings,
} from '../support/webhooks/endpoints.ts'
import { accept, failWith, verify } from '../support/webhooks/receiver.ts'

let now = Date.now()
const server = useServer({ data: adminData, env: webhookSettings, timeOfDay: () => now })

test('events are sent in the order of their case, again after a failure, and once more if an admin asks', async () => {
  const caseId = await server.addCase()
  const filter = { caseId: [String(caseId)], kind: ['COMMENTED'] }
  const { id, receiver, secret } = await endpointWithReceiver(server, { filter })
  const statuses = async () => {
    const { nodes } = (await readEndpoint(server, id)).deliveries
    return nodes.map(({ eventId, status }) => `${eventId} ${status}`)
  }
  receiver.answer = failWith(500)
  const first = await changeCase(server, caseId)
  await expect.poll(statuses).toContain(`${first} WAITING`)
  const second = await changeCase(server, caseId)
  receiver.answer = accept
  now += 6_000
  await expect.poll(statuses).toEqual(expect.arrayContaining([`${second} DELIVERED`, `${first} DELIVERED`]))
  expect(receiver.ids.filter((event) => [first, second].includes(event))).toEqual([first, first, second])
  expect(verify(secret, receiver.received.at(-1)!)).toMatchObject({ data: { id: second } })
  const { nodes } = (await readEndpoint(server, id)).deliveries
  const { length } = receiver.received
  await retryDelivery(server, nodes.find(({ eventId }) => eventId === first)!.id)
  await expect.poll(() => receiver.ids.slice(length)).toEqual([first])
  await expect.poll(async () => (await readEndpoint(server, id)).waiting).toBe(0)
  expect(await saveEndpoint(server, { id, enabled: false })).toMatchObject({ endpoint: { state: 'DISABLED' } })
})

import { expect, test, vi } from 'vitest'
import { isTimed } from '../support/database/statement-recorder.ts'
import { sql } from '../support/database/database.ts'
import { ada, adminData, configure } from '../support/requests/configure.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { useServer } from '../support/server/server.ts'
import { asOlga, saveEndpoint, webhookSettings } from '../support/webhooks/endpoints.ts'

const omar = { login: 'OPERATOR', email: 'omar@example.com' }
const operatorGroups = [{ name: 'Crew 1', memberEmails: [omar.email] }]
const server = useServer({ data: { ...adminData, operatorGroups }, env: webhookSettings })
eachNeedsOneProcess(() => 'makes changes between the statements of the server')

/** Values with their version. */
type Read = () => Promise<{ version: number }>

/** Reads, and makes a change before the statement with this number, counted from 0. Null if there was no such statement. */
async function readAround(number: number, read: Read, make: () => Promise<unknown>) {
  const { run } = server.database
  let left = number
  const spy = vi.spyOn(server.database, 'run').mockImplementation(async function (this: object, ...args: unknown[]) {
    if (!isTimed((args[0] as { text: string }).text) && left-- === 0) await make()
    return Reflect.apply(run, this, args)
  })
  const found = await read().finally(() => spy.mockRestore())
  return left < 0 ? found : null
}

/** Whoever sends what was read as the expected version must not undo the change. `make` makes a new change each time. */
async function expectSameVersionOrNewValues(read: Read, make: (number: number) => Promise<unknown>) {
  let number = 0
  for (; ; number++) {
    const before = await read()
    const found = await readAround(number, read, () => make(number))
    if (!found) break
    const after = await read()
    expect(after.version).toBe(before.version + 1)
    const allowed = found.version === before.version ? found : after
    expect(found, `a change before statement ${number}`).toEqual(allowed)
  }
  // Otherwise no statement was found to make a change before.
  expect(number).toBeGreaterThan(1)
}

const reading =
  (id: string, type: string, values: string): Read =>
  async () => {
    const document = `{ node(id: "${id}") { ... on ${type} { ${values} version } } }`
    return (await graphqlData<{ node: { version: number } }>(server.url, document, {}, ada)).node
  }

async function configured(input: object) {
  expect((await configure(server.url, input)).changes).toMatchObject([{ kind: 'UPDATED' }])
}

async function idOf(table: string, column: string, value: string): Promise<number> {
  const rows = await sql<{ id: number }>(server.database, `select id from ${table} where ${column} = $1`, [value])
  return rows[0]!.id
}

const typesOf = (number: number) => (number % 2 === 0 ? ['REFUND'] : [])
const person = 'firstname email active subject typeCodes groups { name }'

test('the version of a person', async () => {
  const read = reading(`person:${await idOf('persons', 'email', omar.email)}`, 'Person', person)
  await expectSameVersionOrNewValues(read, (number) => {
    const changed = { firstname: `Omar ${number}`, subject: `omar ${number}`, typeCodes: typesOf(number) }
    return configured({ persons: [{ ...omar, ...changed }] })
  })
})

test('the version of the admin who reads', async () => {
  const read = reading(`person:${await idOf('persons', 'email', 'ada@example.com')}`, 'Person', person)
  await expectSameVersionOrNewValues(read, (number) =>
    configured({ persons: [{ login: 'ADMIN', email: 'ada@example.com', firstname: `Ada ${number}` }] }),
  )
})

test('the version of a group', async () => {
  const read = reading(
    `group:${await idOf('operator_groups', 'name', 'Crew 1')}`,
    'OperatorGroup',
    'name active typeCodes members { email }',
  )
  let name = 'Crew 1'
  await expectSameVersionOrNewValues(read, async (number) => {
    const memberEmails = number % 2 === 0 ? [] : [omar.email]
    const newName = `Crew ${number + 2}`
    await configured({ groups: [{ name, newName, typeCodes: typesOf(number), memberEmails }] })
    name = newName
  })
})

test('the version of a webhook endpoint', async () => {
  const { endpoint } = await saveEndpoint(server, { url: 'https://receiver.example.com/0', ...asOlga })
  const { id } = endpoint!
  const read = reading(id, 'WebhookEndpoint', 'url filter state')
  await expectSameVersionOrNewValues(read, async (number) => {
    const filter = { kind: [number % 2 === 0 ? 'UPDATED' : 'CREATED'] }
    const url = `https://receiver.example.com/${number + 1}`
    const saved = await saveEndpoint(server, { id, url, filter, enabled: number % 2 === 1 })
    expect(saved).toHaveProperty('endpoint')
  })
})

import type { OwnPostgresServer } from '../../bench/servers/postgres.ts'
import { startCasegate } from '../../bench/servers/server-process.ts'
import { checkEach, type CheckResult } from '../check-result.ts'
import { Client } from '../client.ts'
import { createDemoStore } from '../stores.ts'
import { addAdmin, execute, tryToConfigure } from './admin.ts'
import { document, lists, membership, newItems, type Read, type ReadList, sharedEmail } from './shared-lists.ts'

export interface TwoAdminsOptions {
  /** How many changes are acknowledged. */
  changes: number
  /** How many requests run at the same time, half of them on each server. */
  clients: number
}

/** An acknowledged change: the list that its admin had read, and the one that was written. */
interface Change {
  list: string
  seen: ReadList
  written: ReadList
}

/** Two admins change the same lists through two servers. Each change has the version that was read, and is tried again after a conflict. */
export async function twoAdmins(
  postgres: OwnPostgresServer,
  { changes: total, clients }: TwoAdminsOptions,
): Promise<CheckResult[]> {
  const store = await createDemoStore(postgres, 'casegate_two_admins')
  const admins = await store.inspect(async (database) => [
    await addAdmin(database, 'desk', 'ada@torture.example'),
    await addAdmin(database, 'desk', 'bo@torture.example'),
  ])
  const servers = [await startCasegate(store.settings), await startCasegate(store.settings)]
  const changes: Change[] = []
  const added: string[] = []
  const names = Object.keys(lists)
  let begun = 0
  let conflicts = 0

  /** Acts as one of the admins, through one of the servers. */
  function actAs(number: number) {
    const client = new Client(() => servers[number % servers.length]!.port)
    const headers = admins[number % admins.length]!
    return {
      async read(email: string): Promise<Read> {
        const { data, errors } = await execute<Read>(client, headers, document, { email })
        if (!data || errors) throw new Error(`The lists could not be read: ${JSON.stringify(errors)}`)
        return data
      },
      change: (input: object) => tryToConfigure(client, headers, input),
      close: () => client.close(),
    }
  }
  type Actor = ReturnType<typeof actAs>

  /** Adds an element to the list or removes one. */
  async function changeList(actor: Actor, list: string): Promise<void> {
    const { possible, read, replacement } = lists[list]!
    for (;;) {
      const seen = read(await actor.read(sharedEmail))
      const element = possible[Math.floor(Math.random() * possible.length)]!
      const others = seen.elements.filter((each) => each !== element)
      const elements = others.length < seen.elements.length ? others : [...others, element]
      const versions = await actor.change(replacement(elements, seen.version))
      if (versions) {
        changes.push({ list, seen, written: { version: versions[0]!, elements } })
        return
      }
      conflicts++
    }
  }

  async function addMember(actor: Actor, round: number): Promise<void> {
    const email = membership.members[added.push('') - 1]!
    for (;;) {
      const input = membership.addition(await actor.read(email), email, round % 2 === 0 ? 'group' : 'person')
      if (await actor.change(input)) break
      conflicts++
    }
    added[membership.members.indexOf(email)] = email
  }

  async function work(number: number): Promise<void> {
    const actor = actAs(number)
    while (begun < total) {
      const round = begun++
      const list = names[round % (names.length + 1)]
      if (list) await changeList(actor, list)
      else await addMember(actor, number)
    }
    actor.close()
  }

  try {
    const admin = actAs(0)
    for (const input of newItems) await admin.change(input)
    admin.close()
    await Promise.all(Array.from({ length: clients }, (_, number) => work(number)))
    const reader = actAs(1)
    const end = await reader.read(sharedEmail)
    reader.close()
    const members = new Set(membership.read(end).elements)
    return [
      ...names.map((name) => ({
        ...checkEach(
          `${name}: each acknowledged list is there, or was replaced by an admin who had read it`,
          successions(
            changes.filter(({ list }) => list === name),
            lists[name]!.read(end),
          ),
          ([before, after]) => key(before) !== key(after),
          ([before, after]) => `${key(before)} became ${key(after)}`,
        ),
      })),
      {
        ...checkEach('each acknowledged member is in the group', added, (email) => !members.has(email)),
        note: `${changes.length + added.length} changes, ${conflicts} conflicts`,
      },
    ]
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** What each change wrote, and what the next one had read or is there at the end. */
function successions(changes: Change[], end: ReadList): [ReadList, ReadList][] {
  const inOrder = changes.toSorted((one, other) => one.written.version - other.written.version)
  return inOrder.map(({ written }, index) => [written, inOrder[index + 1]?.seen ?? end])
}

const key = ({ version, elements }: ReadList) => `version ${version} with ${elements.toSorted().join(', ')}`

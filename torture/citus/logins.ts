import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../../bench/load/random-input.ts'
import { statement } from '../../src/database/statement.ts'
import { issuedSecret } from '../../test/support/issuer/issue-secret.ts'
import { attempt } from '../attempt.ts'
import { Client, type Outcome } from '../client.ts'
import { addAdmin } from '../configure/admin.ts'
import type { Store } from '../stores.ts'
import { combined, type Ledger } from './ledger.ts'
import { sendRecorded } from './load.ts'
import { requestOf } from './requests.ts'

type Headers = Record<string, string>

/** A party that was registered by its first login, as its client knows it. */
export interface Login {
  email: string
  created: Outcome
  revoked: Outcome
  erased: Outcome
}

/** A change of the name of a category. */
export interface Renaming {
  name: string
  key: string | undefined
  outcome: Outcome
  version: number | undefined
  answers: Set<string>
}

/** What is committed on all servers in two phases. */
export class LoginLedger {
  readonly logins: Login[] = []
  readonly renamings: Renaming[] = []
  /** Uses of tokens, and what was wrong with them. */
  uses = 0
  readonly wrongUses: string[] = []
  /** The highest acknowledged version of the category, and reads that returned an older one. */
  version = 0
  readonly olderReads: string[] = []
  #listeners: (() => void)[] = []

  /** Resolves when the next change is sent. */
  nextSent(): Promise<void> {
    return new Promise((resolve) => this.#listeners.push(resolve))
  }

  noteSent(): void {
    for (const listener of this.#listeners.splice(0)) listener()
  }

  count(outcome: Outcome): number {
    const ofLogins = this.logins.flatMap(({ created, revoked, erased }) => [created, revoked, erased])
    return [...ofLogins, ...this.renamings.map((each) => each.outcome)].filter((each) => each === outcome).length
  }
}

const touchpoint = 'tp1'
const category = 'CAT200'
const configuration = '{ configuration { categories { code name version } } }'
const addRegisters = statement(`update touchpoints set registers = '{PARTY}', logins = '{PARTY}'`, {}, { writes: true })

/** The headers of those who change what every server has. */
export interface Callers {
  asTouchpoint: Headers
  asAdmin: Headers
}

/** Lets touchpoints register parties. */
export function createCallers(store: Store): Promise<Callers> {
  return store.inspect(async (database) => {
    await database.run(addRegisters)
    const { secret } = await issuedSecret(database, touchpoint)
    return {
      asTouchpoint: { 'Service-Touchpoint': touchpoint, 'Service-Secret': secret },
      asAdmin: await addAdmin(database, touchpoint, 'ada@torture.example'),
    }
  })
}

/** A client that logs parties in and out, erases some of them, and changes the configuration. */
export async function runLogins(
  { asTouchpoint, asAdmin }: Callers,
  ports: readonly (() => number)[],
  ledger: Ledger,
  changes: LoginLedger,
  stopping: AbortSignal,
): Promise<void> {
  const own = ports.map((port) => new Client(port))
  const any = () => own[random(0, own.length - 1)]!

  async function send(method: string, path: string, headers: Headers, body: object | undefined, status: number) {
    changes.noteSent()
    return sendRecorded(ledger, any(), requestOf(method, path, headers, body, status), false)
  }

  async function logIn(): Promise<void> {
    const email = `login-${changes.logins.length}@torture.example`
    const login: Login = { email, created: 'unsent', revoked: 'unsent', erased: 'unsent' }
    changes.logins.push(login)
    const body = { login: 'PARTY', email, firstname: 'Nora' }
    const { reply, body: created } = await send('POST', '/api/v4/sessions', asTouchpoint, body, 201)
    login.created = reply.outcome
    if (login.created !== 'acknowledged') return
    const { token, session } = JSON.parse(created) as { token: string; session: { person: { id: string } } }
    const headers = { 'Service-Touchpoint': touchpoint, 'Service-Token': token }
    await use(headers, true, `${email} after its creation`)
    if (random(1, 10) === 1) {
      const path = `/api/v4/persons/${session.person.id}/erasure`
      login.erased = (await send('POST', path, asAdmin, undefined, 200)).reply.outcome
      if (login.erased === 'acknowledged') await use(headers, false, `${email} after its erasure`)
      if (login.erased !== 'rejected') return
    }
    login.revoked = (await send('DELETE', '/api/v4/sessions/current', headers, undefined, 204)).reply.outcome
    if (login.revoked === 'unknown' || login.revoked === 'unsent') return
    await use(headers, login.revoked === 'rejected', `${email} after its revocation was ${login.revoked}`)
  }

  /** Uses a token through every process. Whether it is accepted must be as expected, unless the service is unavailable. */
  async function use(headers: Headers, expected: boolean, what: string): Promise<void> {
    for (const client of own) {
      const used = attempt({ method: 'POST', path: '/graphql', headers, body: { query: '{ viewer { id } }' } })
      await client.send(used.request)
      changes.uses++
      if (used.isAccepted() === !expected) changes.wrongUses.push(`${what}: ${used.isAccepted()}`)
    }
  }

  async function rename(): Promise<void> {
    const number = changes.renamings.length + 1
    const name = `Torture ${number}.`
    const key = random(0, 1) === 0 ? undefined : `configure ${number}`
    const renaming: Renaming = { name, key, outcome: 'unsent', version: undefined, answers: new Set() }
    changes.renamings.push(renaming)
    const headers = { ...asAdmin, ...(key !== undefined && { 'Idempotency-Key': `"${key}"` }) }
    let attempts = key === undefined ? 1 : 6
    while (attempts-- > 0 && renaming.outcome !== 'acknowledged' && !stopping.aborted) {
      const { reply, body } = await send(
        'PATCH',
        '/api/v4/configuration',
        headers,
        { categories: [{ code: category, name }] },
        200,
      )
      if (reply.outcome === 'acknowledged') {
        renaming.answers.add(body)
        renaming.version = (JSON.parse(body) as { changes: { version: number }[] }).changes[0]!.version
        changes.version = Math.max(changes.version, renaming.version)
      }
      renaming.outcome = combined(renaming.outcome, reply.outcome)
      if (renaming.outcome !== 'acknowledged') await sleep(random(50, 300))
    }
    await readCategory()
  }

  async function readCategory(): Promise<void> {
    const acknowledged = changes.version
    const request = requestOf('POST', '/graphql', asAdmin, { query: configuration }, 200)
    const { reply, body } = await sendRecorded(ledger, any(), request, true)
    if (reply.outcome !== 'acknowledged') return
    const { data } = JSON.parse(body) as {
      data: { configuration: { categories: { code: string; version: number }[] } }
    }
    const { version } = data.configuration.categories.find(({ code }) => code === category)!
    if (version < acknowledged) changes.olderReads.push(`the category: ${version} after ${acknowledged}`)
  }

  while (!stopping.aborted) {
    await (random(1, 4) === 1 ? rename() : logIn())
    await sleep(random(20, 200))
  }
  for (const client of own) client.close()
}

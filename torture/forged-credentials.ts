import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCasegate } from '../bench/servers/server-process.ts'
import { readConfig } from '../src/settings/config.ts'
import { createSession, revokeSessions } from '../src/auth/sessions/sessions.ts'
import { revokeSecret } from '../src/auth/touchpoint-secrets/touchpoint-secrets.ts'
import { issuedSecret } from '../test/support/issuer/issue-secret.ts'
import { configureItems } from '../src/configuration/configure-items.ts'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { statement } from '../src/database/statement.ts'
import { jwtForger } from '../test/support/issuer/forged-jwts.ts'
import { type Known, newToken, type Sent, wrongSecrets, wrongTokens } from '../test/support/issuer/forged-secrets.ts'
import { TestIssuer } from '../test/support/issuer/issuer.ts'
import { type Attempt, attempt } from './attempt.ts'
import { checkEach, checkMaximum, type CheckResult } from './check-result.ts'
import { Client } from './client.ts'
import type { Store } from './stores.ts'

export interface ForgedCredentialsOptions {
  requests: number
  /** How many connections the attacker uses. */
  attackers: number
}

const touchpoint = 'tp1'
const otherTouchpoint = 'tp2'
/** A party of the benchmark's data. */
const email = 'person2001@bench.example'
const subject = 'subject of person 2001'
const jwksIntervalMs = 30_000
const maximumMemory = 400
/** The pause of a colleague after each response. */
const pauseMs = 20

const addSubject = statement(`update persons set subject = $1::text where email_key = $2::text`)

async function prepareCredentials(database: Database): Promise<{ known: Known; token: string; secret: string }> {
  await database.run(addSubject, [subject, email])
  await configureItems(database, {
    touchpoints: [touchpoint, otherTouchpoint].map((code) => ({ code, logins: ['PARTY'] })),
  })
  const revokedSecret = await issuedSecret(database, touchpoint)
  await revokeSecret(database, null, revokedSecret.id)
  const newSession = (code: string, hours = 12) =>
    createSession(database, { touchpoint: code, login: 'PARTY', email, hours })
  const revokedSession = await newSession(touchpoint)
  await revokeSessions(database, [revokedSession.id])
  const known = {
    touchpoint,
    otherTouchpoint,
    tokens: {
      elsewhere: (await newSession(otherTouchpoint)).token,
      revoked: revokedSession.token,
      expired: (await newSession(touchpoint, 0)).token,
    },
    secrets: {
      elsewhere: (await issuedSecret(database, otherTouchpoint)).secret,
      revoked: revokedSecret.secret,
    },
  }
  const { secret } = await issuedSecret(database, touchpoint)
  return { known, token: (await newSession(touchpoint)).token, secret }
}

const withQuery = (path: string, query?: Record<string, string>) =>
  query ? `${path}?${new URLSearchParams(query)}` : path

/** A request that every valid session may send, over either face. */
function read({ headers, query }: Sent, round: number): Attempt {
  if (round % 2 === 0) return attempt({ method: 'GET', path: withQuery('/api/v4/cases', query), headers })
  const body = { query: '{ viewer { id } }' }
  return attempt({ method: 'POST', path: withQuery('/graphql', query), headers, body })
}

/** The creation of a session, over either face. */
function login({ headers, query }: Sent, round: number): Attempt {
  const input = { login: 'PARTY', email }
  if (round % 2 === 0) {
    return attempt({ method: 'POST', path: withQuery('/api/v4/sessions', query), headers, body: input })
  }
  const document = `mutation ($input: CreateSessionInput!) { createSession(input: $input) { ... on CreateSessionPayload { token } } }`
  const body = { query: document, variables: { input } }
  return attempt({ method: 'POST', path: withQuery('/graphql', query), headers, body })
}

interface Forged {
  name: string
  attempt: Attempt
}

/** Sends forged credentials, while colleagues work from the same address. */
export async function forgedCredentials(
  store: Store,
  { requests, attackers }: ForgedCredentialsOptions,
): Promise<CheckResult[]> {
  await using issuer = await TestIssuer.start({ algorithm: 'RS256' })
  const keyFetches: number[] = []
  issuer.intercept = ({ url }) => {
    if (url === '/jwks') keyFetches.push(performance.now())
    return false
  }
  let visits = 0
  const attackerServer = createServer((_request, response) => void (visits++, response.end('{"keys":[]}')))
  await once(attackerServer.listen(0, '127.0.0.1'), 'listening')
  const attackerUrl = `http://127.0.0.1:${(attackerServer.address() as AddressInfo).port}`

  const database = await openDatabase(readConfig(store.settings).store)
  const { known, token, secret } = await prepareCredentials(database)
  const highLimits = { RATE_LIMIT: 'on', RATE_LIMIT_SESSION: '1000000', RATE_LIMIT_TOUCHPOINT: '1000000' }
  const casegate = await startCasegate({ ...store.settings, ...highLimits, ...issuer.env })
  const claims = { client_id: touchpoint, casegate_login: 'PARTY', sub: subject }
  const forge = await jwtForger(issuer, attackerUrl)

  /** As many forged requests as there are ways, and all with new credentials. */
  async function* forged(): AsyncGenerator<Forged, never> {
    for (let round = 0; ; round++) {
      const jwts = Object.entries(await forge(claims))
      for (const [name, jwt] of jwts) {
        yield { name, attempt: read({ headers: { authorization: `Bearer ${jwt}` } }, round) }
      }
      for (let times = 0; times < 3; times++) {
        for (const [name, sent] of Object.entries(wrongTokens(known)))
          yield { name, attempt: read(sent, round + times) }
        for (const [name, sent] of Object.entries(wrongSecrets(known))) {
          yield { name, attempt: login(sent, round + times) }
        }
      }
    }
  }

  const ended = new AbortController()
  const memory: number[] = []
  const colleagues: { name: string; ms: number; problem: string | null }[] = []
  async function work(name: string, next: (round: number) => Attempt | Promise<Attempt>): Promise<void> {
    const client = new Client(() => casegate.port)
    for (let round = 0; !ended.signal.aborted; round++) {
      const sent = await next(round)
      const { sentAt, endedAt, violation, outcome } = await client.send(sent.request)
      const problem = sent.isAccepted() === true ? null : (violation ?? `${name} was rejected: ${outcome}`)
      colleagues.push({ name, ms: endedAt - sentAt, problem })
      memory.push(casegate.memory())
      await sleep(pauseMs)
    }
    client.close()
  }
  const tokenHeaders = (value: string) => ({ 'service-touchpoint': touchpoint, 'service-token': value })
  let jwt = ''
  const working = [
    work('a token', (round) => read({ headers: tokenHeaders(token) }, round)),
    work('a JWT, renewed every ten requests', async (round) => {
      if (round % 10 === 0) jwt = await issuer.sign({ ...claims, jti: newToken() })
      return read({ headers: { authorization: `Bearer ${jwt}` } }, round)
    }),
    work('a new token', async (round) => {
      const session = await createSession(database, { touchpoint, login: 'PARTY', email })
      return read({ headers: tokenHeaders(session.token) }, round)
    }),
    work('a secret', (round) =>
      login({ headers: { 'service-touchpoint': touchpoint, 'service-secret': secret } }, round),
    ),
  ]

  const attacks: { name: string; isAccepted: boolean | undefined; problem: string | null }[] = []
  const source = forged()
  async function attack(): Promise<void> {
    const client = new Client(() => casegate.port)
    while (attacks.length < requests) {
      const { value: next } = await source.next()
      const { violation, outcome } = await client.send(next.attempt.request)
      const isAccepted = next.attempt.isAccepted()
      attacks.push({ name: next.name, isAccepted, problem: violation ?? (isAccepted === undefined ? outcome : null) })
    }
    client.close()
  }
  const startedAt = performance.now()
  try {
    await Promise.all(Array.from({ length: attackers }, attack))
  } finally {
    ended.abort()
    await Promise.all(working)
    await casegate.stop()
    await database.close()
    attackerServer.close()
  }
  const seconds = (performance.now() - startedAt) / 1000
  const gaps = keyFetches.slice(1).map((at, index) => at - keyFetches[index]!)
  return [
    {
      ...checkEach(
        'no forged credentials are accepted',
        attacks,
        ({ isAccepted }) => isAccepted !== false,
        ({ name, problem }) => `${name}: ${problem ?? 'accepted'}`,
      ),
      note: `${new Set(attacks.map(({ name }) => name)).size} kinds, ${Math.round(attacks.length / seconds)} a second`,
    },
    ...Object.entries(Object.groupBy(colleagues, ({ name }) => name)).map(([name, sent = []]) => ({
      ...checkEach(
        `every request of a colleague with ${name} succeeds`,
        sent,
        ({ problem }) => problem !== null,
        ({ problem }) => problem ?? '',
      ),
      note: `slowest ${Math.round(Math.max(...sent.map(({ ms }) => ms)))} ms`,
    })),
    {
      ...checkEach('the keys are fetched at most once in 30 s', gaps, (gap) => gap < jwksIntervalMs - 500),
      note: `${keyFetches.length} times in ${Math.round(seconds)} s`,
    },
    { claim: 'no address in a JWT is fetched', checked: attacks.length, violations: visits },
    checkMaximum(`the resident memory stays below ${maximumMemory} MiB`, memory, maximumMemory, 'MiB'),
  ]
}

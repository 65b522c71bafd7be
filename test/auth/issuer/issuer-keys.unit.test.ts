import type { ServerResponse } from 'node:http'
import { pino } from 'pino'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { fetchKeys, IssuerKeys } from '../../../src/auth/issuer/issuer-keys.ts'
import { proveIdentity } from '../../../src/auth/issuer/verify-jwt.ts'
import { checkIssuer } from '../../../src/doctor/check-settings.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { TestIssuer } from '../../support/issuer/issuer.ts'

let issuer: TestIssuer
let keys: IssuerKeys
let clock = 0
let warnings = 0
const log = pino({ hooks: { logMethod: () => warnings++ } })
const settings = () => readConfig(issuer.env).issuer!

beforeEach(async () => {
  issuer = await TestIssuer.start()
  clock = 0
  warnings = 0
  keys = new IssuerKeys({ issuer: settings(), log, now: () => clock })
  return () => issuer.stop()
})

const newJwt = (header = {}) => issuer.sign({ client_id: 'web', casegate_login: 'PARTY' }, header)

/** Why a JWT is rejected, or undefined. */
async function rejection(jwt: string): Promise<unknown> {
  try {
    await proveIdentity(jwt, settings(), keys)
    return undefined
  } catch (error) {
    return error instanceof Error && ('rule' in error ? error.rule : 'code' in error ? error.code : error)
  }
}

/** A JWT that was accepted, until the issuer withdrew its key. */
async function jwtOfWithdrawnKey(): Promise<string> {
  const jwt = await newJwt()
  expect(await rejection(jwt)).toBeUndefined()
  await issuer.rotate()
  issuer.withdraw()
  return jwt
}

test('however many JWTs with unknown keys arrive, the keys are fetched once in 30 s', async () => {
  for (const seconds of [0, 1, 15, 29]) {
    clock = seconds * 1000
    const jwts = await Promise.all(Array.from({ length: 50 }, (_, i) => newJwt({ kid: `${seconds}-${i}` })))
    expect([new Set(await Promise.all(jwts.map(rejection))), issuer.keyFetches]).toEqual([new Set(['key']), 1])
  }
  clock = 30_000
  await rejection(await newJwt({ kid: 'other' }))
  expect(issuer.keyFetches).toBe(2)
})

test('JWTs with a new key are accepted 30 s after the last fetch at the latest, also after two rotations in a minute', async () => {
  const first = await newJwt()
  expect(await rejection(first)).toBeUndefined()
  for (const seconds of [10, 40]) {
    clock = seconds * 1000
    await issuer.rotate()
    const jwt = await newJwt()
    expect(await rejection(jwt)).toBe('key')
    clock += 20_000
    expect(await rejection(jwt)).toBeUndefined()
    expect(await rejection(first)).toBeUndefined()
  }
  expect(issuer.keyFetches).toBe(3)
})

test('a key that is withdrawn is refused 30 s later while keys are in use, without a request that waits', async () => {
  const jwt = await jwtOfWithdrawnKey()
  clock = 31_000
  expect(await rejection(jwt)).toBeUndefined()
  await expect.poll(() => rejection(jwt)).toBe('key')
  expect(issuer.keyFetches).toBe(2)
})

test('a key that was withdrawn while keys were not in use is refused at once', async () => {
  const jwt = await jwtOfWithdrawnKey()
  clock = 61_000
  expect(keys.current).toBeUndefined()
  expect(await rejection(jwt)).toBe('key')
})

test('the same keys in another order are no change', async () => {
  await issuer.rotate()
  const loaded = await keys.load()
  issuer.publish(issuer.keys.toReversed())
  clock = 31_000
  expect(await keys.renew()).toBe(loaded)
  expect(issuer.keyFetches).toBe(2)
  clock = 62_000
  await issuer.rotate()
  expect(await keys.renew()).not.toBe(loaded)
})

describe('while the issuer is away', () => {
  test('the last known keys stay valid, and requests do not wait for it', async () => {
    const jwt = await newJwt()
    await rejection(jwt)
    await issuer.stop()
    for (const seconds of [61, 91, 100_000]) {
      clock = seconds * 1000
      expect(await rejection(jwt)).toBeUndefined()
    }
    expect(keys.current).toBeDefined()
    expect(warnings).toBeGreaterThan(1)
    await issuer.start()
    await issuer.rotate()
    clock += 31_000
    expect(await rejection(await newJwt())).toBeUndefined()
  })

  test('a process that never had keys answers UNAVAILABLE, and asks again after 30 s', async () => {
    const jwt = await newJwt()
    await issuer.stop()
    expect(await rejection(jwt)).toBe('UNAVAILABLE')
    await issuer.start()
    clock = 29_000
    expect(await rejection(jwt)).toBe('UNAVAILABLE')
    clock = 30_000
    expect(await rejection(jwt)).toBeUndefined()
  })

  test('concurrent requests wait for the same fetch', async () => {
    const jwt = await newJwt()
    const held: ServerResponse[] = []
    issuer.intercept = (_request, response) => held.push(response) > 0
    const waiting = Promise.all(Array.from({ length: 20 }, () => rejection(jwt)))
    await expect.poll(() => held.length).toBe(1)
    held[0]!.destroy()
    expect(new Set(await waiting)).toEqual(new Set(['UNAVAILABLE']))
    expect(held).toHaveLength(1)
  })
})

describe('doctor', () => {
  test('reports how many keys can be used', async () => {
    await issuer.rotate()
    const usable = expect.stringMatching(/2 keys, 2 of which/)
    expect(await checkIssuer(settings())).toMatchObject({ level: 'ok', message: usable })
    const unusable = expect.stringMatching(/2 keys, none of which has an algorithm of OIDC_ALGORITHMS/)
    const other = { ...settings(), algorithms: ['RS256'] }
    expect(await checkIssuer(other)).toMatchObject({ level: 'failure', message: unusable })
  })

  test('reports an issuer that does not respond', async () => {
    await issuer.stop()
    const result = { level: 'failure', message: expect.stringMatching(/^Cannot request http.*connection refused\.$/) }
    expect(await checkIssuer(settings())).toMatchObject(result)
  })
})

describe('the keys are not used', () => {
  const discovery = /well-known/
  const intercepted: [RegExp, (path: string) => object | false][] = [
    [
      /its "issuer" is not exactly OIDC_ISSUER/,
      (path) => discovery.test(path) && { issuer: `${issuer.url}/`, jwks_uri: `${issuer.url}/jwks` },
    ],
    [/its "jwks_uri" is not a URL/, (path) => discovery.test(path) && { issuer: issuer.url }],
    [/it is not a JSON Web Key Set/, (path) => path === '/jwks' && { keys: 'x' }],
    [/it is not a JSON object/, () => []],
  ]

  test.each(intercepted)('%s', async (message, bodyOf) => {
    issuer.intercept = (request, response) => {
      const body = bodyOf(request.url!)
      if (body) response.end(JSON.stringify(body))
      return body !== false
    }
    await expect(fetchKeys(settings())).rejects.toThrow(message)
  })

  test('if they are in a network that is not allowed', async () => {
    const other = await TestIssuer.start()
    onTestFinished(() => other.stop())
    const env = { ...issuer.env, OIDC_ALLOWED_NETWORKS: '10.0.0.0/8' }
    await expect(fetchKeys(readConfig(env).issuer!)).rejects.toThrow(/127\.0\.0\.1 is neither public/)
  })
})

import { expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { credentialHeaders } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const limits = { RATE_LIMIT: 'on', RATE_LIMIT_ADDRESS: '2' }
const now = () => 0
const servers = new Map(
  ['1', '2', '3'].map((proxies) => [proxies, useServer({ env: { ...limits, TRUST_PROXY: proxies }, now })]),
)

let lastToken = 0

/** The statuses of three requests with wrong tokens, of which two are allowed per address. */
async function statuses(proxies: string, forwarded: (attempt: number) => string): Promise<number[]> {
  const found: number[] = []
  for (const attempt of [1, 2, 3]) {
    const headers = {
      ...credentialHeaders({ touchpoint: 'web', token: `guess-${++lastToken}` }),
      'x-forwarded-for': forwarded(attempt),
    }
    found.push((await sendRaw(servers.get(proxies)!.url, { path: '/api/v4/cases/typecategory', headers })).status)
  }
  return found
}

const limited = [401, 401, 429]
const separate = [401, 401, 401]

// Each proxy appends the address of its caller, so the last entry is the address of the last proxy but one.
test.each<[string, string, (attempt: number) => string, number[]]>([
  ['1', 'the same client behind forged entries', (n) => `10.9.9.${n}, 198.51.100.1`, limited],
  ['1', 'different clients', (n) => `198.51.100.7, 10.1.0.${n}`, separate],
  ['1', 'the same network of addresses with zones', (n) => `fe80::${n}%br-lan.${n}:x`, limited],
  ['2', 'the same client behind forged entries', (n) => `10.9.9.${n}, 198.51.100.2, 192.0.2.1`, limited],
  ['2', 'the same client through different inner proxies', (n) => `198.51.100.3, 192.0.2.${n}`, limited],
  ['2', 'different clients', (n) => `198.51.100.7, 10.2.0.${n}, 192.0.2.1`, separate],
  ['3', 'the same client behind forged entries', (n) => `10.9.9.${n}, 198.51.100.4, 192.0.2.9, 192.0.2.1`, limited],
  ['3', 'different clients', (n) => `10.3.0.${n}, 192.0.2.9, 192.0.2.1`, separate],
])('behind %s proxies, limits count %s', async (proxies, _claim, forwarded, expected) => {
  expect(await statuses(proxies, forwarded)).toEqual(expected)
})

test.each([
  ['on', 1],
  ['off', 0],
  ['0', 0],
  ['1', 1],
  ['99', 99],
])('TRUST_PROXY=%s is %i', (value, proxies) => {
  expect(readConfig({ TRUST_PROXY: value }).trustedProxies).toBe(proxies)
})

test.each(['-1', '100', '1.5', 'yes', '10.0.0.1'])('TRUST_PROXY=%s is invalid', (value) => {
  expect(() => readConfig({ TRUST_PROXY: value })).toThrow('TRUST_PROXY: must be on, off, or the number of proxies')
})

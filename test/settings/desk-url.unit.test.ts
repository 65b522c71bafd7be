import { words } from '../support/words.ts'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'

const partyOf = (env: Record<string, string>) => readConfig(env).relyingParty

test.each([
  ['https://cases.example.com', 'https://cases.example.com', 'cases.example.com'],
  ['https://cases.example.com:8443/desk/', 'https://cases.example.com:8443', 'cases.example.com'],
  ['http://localhost:4000/desk', 'http://localhost:4000', 'localhost'],
])('DESK_URL can be %s', (url, origin, id) => {
  expect(partyOf({ DESK_URL: url })).toEqual({ url: url.replace(/\/$/, ''), origin, id })
})

test.each(words`
  cases.example.com http://cases.example.com/desk http://127.0.0.1:4000 https://192.0.2.1/desk https://[::1]/desk
  https://ada@cases.example.com https://cases.example.com/desk?a=b https://cases.example.com/#desk
  http://localhost.example.com ftp://cases.example.com
`)('DESK_URL cannot be %s', (url) => {
  expect(() => partyOf({ DESK_URL: url })).toThrow(/DESK_URL: must be an https URL with a host name/)
})

test('the embedded store on this machine has an address without a setting', () => {
  expect(partyOf({})).toMatchObject({ url: 'http://localhost:4000/desk' })
  expect(partyOf({ PORT: '5000', HOST: '::1' })).toMatchObject({ origin: 'http://localhost:5000' })
  const others = [
    { PORT: '0' },
    { HOST: '0.0.0.0' },
    { TRUST_PROXY: 'on' },
    { DATABASE_URL: 'postgresql://db/casegate' },
  ]
  for (const env of others) expect(partyOf(env as Record<string, string>)).toBeUndefined()
})

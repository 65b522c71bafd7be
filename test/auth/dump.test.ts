import { beforeAll, describe, expect, test } from 'vitest'
import { issueSession } from '../../src/auth/sessions/command-sessions.ts'
import { hashToken } from '../../src/viewer/viewer.ts'
import { exportData } from '../../src/transfer/export/export.ts'
import { writtenText } from '../support/data/written-text.ts'
import { dumpRows } from '../support/database/dump-rows.ts'
import { credentialHeaders, type Credentials } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const imported: Credentials = { token: 'tokén-of-an-import-qvxzj', touchpoint: 'desk' }
const server = useServer({
  data: { sessions: [{ token: imported.token, touchpointCode: 'desk', login: 'OPERATOR', email: 'olga@example.com' }] },
})

let tokens: string[]
let everyRow: string

beforeAll(async () => {
  const holder = { touchpoint: 'desk', login: 'OPERATOR', email: 'olga@example.com' } as const
  tokens = [(await issueSession(server.database, holder)).token, imported.token, 'demo-operator-olga']
  const body = JSON.stringify({ categoryCode: 'BILLING', typeCode: 'REFUND', comments: ['Used.'] })
  for (const token of tokens) {
    const headers = { ...credentialHeaders({ token, touchpoint: 'desk' }), 'content-type': 'application/json' }
    await sendRaw(server.url, { method: 'PUT', path: '/api/v4/cases/1001', headers, body })
  }
  everyRow = await dumpRows(server.database)
})

/** The token and the bytes that it encodes, as text, hex and base64, forwards and backwards. */
function formsOf(token: string): string[] {
  const bytes = (['utf8', 'base64url', 'latin1', 'utf16le'] as const)
    .map((encoding) => Buffer.from(token, encoding))
    .flatMap((reading) => [reading, Buffer.from(reading).reverse()])
    .filter(({ length }) => length > 8)
  const encodings = ['utf8', 'latin1', 'hex', 'base64', 'base64url'] as const
  const texts = bytes.flatMap((each) => encodings.map((encoding) => each.toString(encoding)))
  return [...texts, ...texts.map((text) => text.toLowerCase()), encodeURIComponent(token)]
}

describe('a token', () => {
  test('is not in any row of any table, in any encoding', () => {
    expect(tokens.flatMap(formsOf).filter((form) => everyRow.includes(form))).toEqual([])
    // All rows are read, and bytes are in hex.
    for (const token of tokens) expect(everyRow).toContain(hashToken(token))
    expect(everyRow.match(/,Used\.,/g)).toHaveLength(tokens.length)
  })

  test('is not in an export, and neither is its hash', async () => {
    const { text: file } = await writtenText((output) => exportData(server.database, output))
    expect(file).toContain('Used.')
    expect(tokens.flatMap(formsOf).filter((form) => file.includes(form))).toEqual([])
    expect(tokens.flatMap((token) => formsOf(hashToken(token))).filter((form) => file.includes(form))).toEqual([])
    expect(file).not.toContain('"sessions"')
  })
})

import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createPostgresDatabase } from '../support/database/database.ts'
import { fencesOf, parseCurl, readDocument } from '../support/documentation.ts'
import { temporaryFolder } from '../support/folders.ts'
import { fetchConforming } from '../support/openapi/conformance.ts'
import { startServe } from '../support/server/process.ts'

interface Answer {
  secret: string
  token: string
  case: object
  changes: { kind: string; impact: object[] }[]
  auditEvents: object[]
  data: { configure: { changes: object[] } }
}

test('the guide leads from an empty database to the first case, without a file', { tags: ['nightly'] }, async () => {
  const DATABASE_URL = await createPostgresDatabase()
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'bin'))
  symlinkSync(join(import.meta.dirname, '../../bin/casegate.js'), join(folder, 'bin/casegate'))
  const [commands, serve, session, ...requests] = fencesOf(readDocument('docs/configure.md'))
  expect(serve!.text).toBe('casegate serve\n')
  const { stdout } = await promisify(execFile)('sh', ['-ec', `${commands!.text}\n${session!.text}\necho "$TOKEN"`], {
    env: { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, DATABASE_URL },
  })
  expect(stdout).toMatch(/^http:\/\/localhost:4000\/desk\/invitation#cgi_[\w-]{43}$/m)
  const variables: Record<string, string> = { TOKEN: stdout.trim().split('\n').at(-1)! }
  const server = await startServe({ DATABASE_URL }).url

  const send = async (): Promise<Answer> => {
    const { language, text } = requests.shift()!
    const filled = text.replaceAll(
      /"([\w-]+: )\$(\w+)"/g,
      (_, name: string, variable: string) => `'${name}${variables[variable]}'`,
    )
    const { url, ...init } =
      language === 'graphql'
        ? {
            url: 'http://127.0.0.1:4000/graphql',
            method: 'POST',
            headers: {
              'Content-Type': 'application/json',
              'Service-Touchpoint': 'desk',
              'Service-Token': variables['TOKEN']!,
            },
            body: JSON.stringify({ query: text }),
          }
        : parseCurl(filled)
    const response = await fetchConforming(url.replace('http://127.0.0.1:4000', server), init)
    const answer = (await response.json()) as Answer
    expect({ status: response.status, answer }).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
    return answer
  }

  const configured = await send()
  expect(configured.changes.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 7 }, () => 'CREATED'),
    'UPDATED',
    'CREATED',
    'CREATED',
  ])
  variables['SECRET'] = (await send()).secret
  variables['OLGA'] = (await send()).token
  expect((await send()).case).toMatchObject({ typeCode: 'QUESTION', status: 'New' })
  expect((await send()).changes[1]!.impact).toEqual([
    { kind: 'OPEN_CASES', count: 1, message: '1 open case has this status. It keeps it.' },
  ])
  expect((await send()).auditEvents).toHaveLength(1)
  expect((await send()).data.configure.changes).toHaveLength(1)
  expect(requests).toEqual([])
})

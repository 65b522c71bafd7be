import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { afterFile } from '../support/cleanup.ts'
import { createPostgresDatabase, databaseKind } from '../support/database/database.ts'
import { fencesOf, parseCurl, readDocument, sectionOf } from '../support/documentation.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startServe } from '../support/server/process.ts'

const root = join(import.meta.dirname, '../..')
const page = readDocument('docs/install.md')

test('the catalogue to start from is a file of the package', () => {
  const [json] = fencesOf(readDocument('docs/import-files.md'))
  expect(json!.text).toBe(readDocument('docs/catalogue.json'))
})

describe.runIf(databaseKind === 'postgresql')('the first start of the installation page', () => {
  test('leads from a server without a role to the first case', { tags: ['nightly'] }, async () => {
    const superuser = await createPostgresDatabase()
    const name = `install_${randomBytes(6).toString('hex')}`
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'bin'))
    symlinkSync(join(root, 'bin/casegate.js'), join(folder, 'bin/casegate'))
    const here = {
      'role casegate': `role ${name}`,
      'database casegate owner casegate': `database ${name} owner ${name}`,
      '//casegate:': `//${name}:`,
      'localhost:5432/casegate': `${new URL(superuser).host}/${name}`,
      '/opt/casegate/node_modules/.bin': join(folder, 'bin'),
      '/opt/casegate/node_modules/casegate': root,
      // The test server is not durable, which is a failure.
      'casegate doctor': 'casegate doctor || true',
    }
    const section = Object.entries(here).reduce(
      (text, [shown, actual]) => {
        expect(text).toContain(shown)
        return text.replaceAll(shown, actual)
      },
      sectionOf(page, 'First start'),
    )
    const [statements, ...steps] = fencesOf(section)
    const serve = steps.findIndex(({ text }) => text === 'casegate serve\n')
    const [session, request, answer] = steps.slice(serve + 1)
    await runAsSuperuser(superuser, statements!.text.split(';'))
    afterFile(() => runAsSuperuser(superuser, [`drop database ${name} with (force)`, `drop role ${name}`]))
    const commands = [...steps.slice(0, serve), session!].map(({ text }) => text)
    const script = ['set -e', ...commands, 'echo "$DATABASE_URL $TOKEN"'].join('\n')
    const { stdout } = await promisify(execFile)('sh', ['-c', script], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
    })
    expect(stdout).toMatch(/^http:\/\/localhost:4000\/desk\/invitation#cgi_[\w-]{43}$/m)
    expect(stdout.match(/^failure (?!durability ).*$/gm)).toBeNull()
    const [DATABASE_URL = '', TOKEN = ''] = stdout.trim().split('\n').at(-1)!.split(' ')
    const { url } = startServe({ DATABASE_URL })
    const curl = request!.text.replace('"Service-Token: $TOKEN"', `'Service-Token: ${TOKEN}'`)
    const { url: shown, ...init } = parseCurl(curl)
    const response = await fetch(shown.replace('http://127.0.0.1:4000', await url), init)
    expect(await response.json()).toEqual(JSON.parse(answer!.text))
  })
})

async function runAsSuperuser(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

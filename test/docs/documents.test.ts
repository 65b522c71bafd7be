import { execFile, spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { settingNames } from '../../src/settings/config.ts'
import identityData from '../../src/transfer/demo-data-identity.json' with { type: 'json' }
import { demoStore } from '../support/database/demo-store.ts'
import { fetchConforming } from '../support/openapi/conformance.ts'
import { type Example, examplesOf, fencesOf, readDocument } from '../support/documentation.ts'
import { temporaryFolder } from '../support/folders.ts'
import { useServer } from '../support/server/server.ts'

test('the README shows a REST and a GraphQL request', () => {
  expect(examplesOf(readDocument('README.md')).map(({ language }) => language)).toEqual(['sh', 'graphql'])
})

const guides = ['rest', 'rest-errors', 'graphql', 'life-of-a-case', 'front-end']
const documents = ['README.md', ...guides.map((guide) => `docs/${guide}.md`)]

test('the REST pages show a request of each operation and a rejected one, and the GraphQL page several documents', () => {
  const restExamples = ['docs/rest.md', 'docs/rest-errors.md'].flatMap((file) => examplesOf(readDocument(file)))
  const requests = restExamples.map(({ request: { method, url }, answer }) => {
    const path = new URL(url).pathname.replace(/\d{4}/, '{id}')
    return `${method} ${path} ${answer.status ?? (answer.body as { status: number }).status}`
  })
  expect(requests).toEqual(
    expect.arrayContaining([
      'PUT /api/v4/cases/{id} 201',
      'PUT /api/v4/cases/{id} 400',
      'PUT /api/v4/cases/{id}/assignment 201',
      'GET /api/v4/cases/typecategory 200',
    ]),
  )
  const languages = examplesOf(readDocument('docs/graphql.md')).map(({ language }) => language)
  expect(languages).toEqual(['sh', 'graphql', 'sh', 'graphql', 'graphql', 'graphql'])
})

test('every setting is listed with its default', () => {
  const listed = readDocument('docs/settings.md').matchAll(/^\| `([A-Z0-9_]+)` +\|/gm)
  expect([...listed].map(([, name]) => name).toSorted()).toEqual(settingNames.toSorted())
})

test.each(documents)('%s says how to start from an empty store', (file) => {
  expect(readDocument(file)).toContain('`rm -rf .data && npm start`')
})

// Each document is one test with its own data, because each request depends on the ones before it.
describe.each(documents)('%s', (file) => {
  const server = useServer({ database: demoStore })

  test('shows the real responses', async () => {
    for (const { text, request, answer } of examplesOf(readDocument(file))) {
      const response = await fetchConforming(request.url.replace('http://127.0.0.1:4000', server.url), request)
      expect(await asShown(response, answer), text).toEqual({ ...answer, body: comparable(answer.body) })
    }
  })
})

const withSecret = useServer({ data: identityData })

test('the code for a web site logs a customer in and out', async () => {
  vi.stubEnv('CASEGATE_URL', withSecret.url)
  const file = join(temporaryFolder(), 'log-in.js')
  const { text } = fencesOf(readDocument('docs/log-people-in.md')).find((fence) => fence.file === 'log-in.js')!
  writeFileSync(file, text)
  const { logIn, logOut } = (await import(file)) as {
    logIn(email: string, firstname: string): Promise<{ token: string; expiresAt: string }>
    logOut(token: string): Promise<void>
  }

  const { token, expiresAt } = await logIn('new@example.com', 'Nora')
  expect(new Date(expiresAt).getTime()).toBeGreaterThan(Date.now())
  const headers = { 'Service-Touchpoint': 'web', 'Service-Token': token }
  const current = async () => fetch(`${withSecret.url}/api/v4/sessions/current`, { headers })
  expect(await (await current()).json()).toMatchObject({ session: { person: { firstname: 'Nora' } } })
  await logOut(token)
  expect((await current()).status).toBe(401)
})

test('the programs with the TypeScript client have the right types, and list, change and follow cases', async () => {
  const folder = temporaryFolder()
  const root = join(import.meta.dirname, '../..')
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules/casegate'), 'junction')
  symlinkSync(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  const programs = ['README.md', 'docs/typescript-client.md']
    .flatMap((page) => fencesOf(readDocument(page)))
    .filter(({ file, text }) => file !== undefined && text.includes('casegate/client'))
  expect(programs.map(({ file }) => file)).toEqual(['first-program.ts', 'follow-cases.ts'])
  expect(
    programs[0]!.text
      .trim()
      .split('\n')
      .filter((line) => line !== '').length,
  ).toBeLessThanOrEqual(15)
  for (const { file, text } of programs)
    writeFileSync(join(folder, file!), text.replace('http://127.0.0.1:4000', withSecret.url))
  const options = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noEmit',
    '--target',
    'esnext',
    '--module',
    'nodenext',
    '--types',
    'node',
  ]
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  await promisify(execFile)(process.execPath, [compiler, ...options, ...programs.map(({ file }) => file!)], {
    cwd: folder,
  })
  for (const { file } of programs) {
    const child = spawn(process.execPath, [file!], { cwd: folder })
    onTestFinished(() => void child.kill())
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    await expect.poll(() => output).toMatch(/^\d+ .*\n(.*\n)*UPDATED 1001$/m)
    child.kill()
  }
})

/** The part of a response that a document shows. */
async function asShown(response: Response, { status, headers, body }: Example['answer']): Promise<Example['answer']> {
  const text = await response.text()
  return {
    status: status && response.status,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, shown]) => [name, fitting(response.headers.get(name), shown)]),
    ),
    body: body && comparable(JSON.parse(text)),
  }
}

/** The shown value if the actual one matches it. Three dots match any text. */
function fitting(value: string | null, shown: string): string {
  const pattern = shown
    .split('…')
    .map((part) => RegExp.escape(part))
    .join('.+')
  return new RegExp(`^${pattern}$`).test(value ?? '') ? shown : String(value)
}

/** Replaces request IDs and times by fixed values. */
function comparable(body: unknown): unknown {
  if (body === undefined) return undefined
  return JSON.parse(JSON.stringify(body), (name, value: unknown) => {
    if (name === 'requestId') return undefined
    return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? 'a point in time' : value
  })
}

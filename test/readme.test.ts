import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

interface Fence {
  language: string
  text: string
}

const fences: Fence[] = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
  language,
  text,
}))

/** What the README shows to run, and the answer that it prints below. */
const examples = fences.flatMap((fence, index) => {
  const answer = fences[index + 1]
  const shown = (fence.language === 'sh' && fence.text.startsWith('curl ')) || fence.language === 'graphql'
  return shown && answer?.language === 'json' ? [{ ...fence, answer: answer.text }] : []
})

describe('the README', () => {
  const folder = mkdtempSync(join(tmpdir(), 'casegate-readme-'))
  let server: ChildProcess
  let url: string

  beforeAll(async () => {
    const { PATH } = process.env
    const env = { PATH, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'silent' }
    server = spawn(process.execPath, ['bin/casegate.js', 'serve'], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
    url = await addressOf(server)
  }, 120_000)

  afterAll(async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })

  test('shows a request of each operation, a refused one and a GraphQL document', () => {
    expect(examples.map(({ language }) => language)).toEqual(['sh', 'sh', 'sh', 'sh', 'graphql'])
  })

  // One test, because each request meets the case as the one before it left it.
  test('prints what the service answers', async () => {
    for (const { language, text, answer } of examples) {
      const request = language === 'sh' ? parseCurl(text) : graphqlRequest(text)
      const response = await fetch(request.url.replace('http://127.0.0.1:4000', url), request)
      expect(withoutRequestId(await response.json()), text).toEqual(withoutRequestId(JSON.parse(answer)))
    }
  })

  test('lists every setting with its default', () => {
    const settings = readFileSync(join(root, 'src/config.ts'), 'utf8').matchAll(/^ {2}([A-Z_]+): /gm)
    const listed = readme.matchAll(/^\| `([A-Z_]+)` \|/gm)
    expect([...listed].map(([, name]) => name)).toEqual([...settings].map(([, name]) => name))
  })
})

interface HttpRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}

/** Reads a curl command as a shell and curl would, as far as the README uses them: not every machine has curl. */
function parseCurl(command: string): HttpRequest {
  const words = [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|([^\s']+)/g)]
  const [, ...args] = words.map(([, quoted, plain = '']) => quoted ?? plain)
  const request: HttpRequest = { url: '', method: 'GET', headers: {}, body: null }
  while (args.length > 0) {
    const word = args.shift() ?? ''
    if (word === '-X') request.method = args.shift() ?? ''
    else if (word === '-d') request.body = args.shift() ?? ''
    else if (word === '-H') Object.assign(request.headers, headerOf(args.shift() ?? ''))
    else request.url = word
  }
  return request
}

function headerOf(line: string): Record<string, string> {
  const [name = '', value = ''] = line.split(': ')
  return { [name]: value }
}

/** As the playground sends it, with the credentials that it has filled in. */
function graphqlRequest(query: string): HttpRequest {
  const headers = {
    'content-type': 'application/json',
    'service-touchpoint': 'desk',
    'service-token': 'demo-operator-olga',
  }
  return { url: 'http://127.0.0.1:4000/graphql', method: 'POST', headers, body: JSON.stringify({ query }) }
}

/** The one member that differs between equal requests. */
function withoutRequestId(answer: unknown): unknown {
  const { requestId: _, ...others } = answer as Record<string, unknown>
  return others
}

/** Waits for the greeting of a server that starts. */
async function addressOf(server: ChildProcess): Promise<string> {
  const lines: string[] = []
  for await (const line of createInterface(server.stderr!)) {
    lines.push(line)
    const [, address] = /^Casegate answers at (\S+)/.exec(line) ?? []
    if (address) {
      // What it says later must not fill the pipe.
      server.stderr!.resume()
      return address
    }
  }
  throw new Error(`The server did not start:\n${lines.join('\n')}`)
}

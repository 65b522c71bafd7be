import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { credentialHeaders } from '../requests/credentials.ts'
import { type AnswerErrors, type Client, codesOf } from './client.ts'

/** Whether a curl with the required options is installed. No package provides it. */
export const hasCurl = spawnSync('curl', ['--fail-with-body', '--version']).status === 0

const options = ['--silent', '--fail-with-body', '--write-out', '\n%{http_code}', '--data-binary', '@-']

/** Runs curl like a script, with the body on standard input. It ends with 22 for an HTTP error. */
export const curlClient: Client = {
  name: 'curl',
  async execute(url, { document, variables, caller, signal }) {
    const headers = Object.entries({ ...credentialHeaders(caller), 'content-type': 'application/json' })
    const sent = headers.flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const child = spawn('curl', [...options, ...sent, `${url}/graphql`])
    signal?.addEventListener('abort', () => child.kill('SIGINT'))
    child.stdin.on('error', () => {}).end(JSON.stringify({ query: document, variables }))
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const output = await text(child.stdout)
    if (signal?.aborted) return { cancelled: true }
    const end = output.lastIndexOf('\n')
    const parsed = JSON.parse(output.slice(0, end)) as AnswerErrors & { data?: unknown }
    if ((await exited) === 22) return { status: Number(output.slice(end + 1)), codes: codesOf(parsed) }
    return parsed.errors ? { codes: codesOf(parsed) } : { data: parsed.data }
  },
}

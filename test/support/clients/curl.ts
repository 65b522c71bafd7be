import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { type Credentials, credentialHeaders } from '../requests/credentials.ts'
import { type AnswerErrors, type Client, codesOf } from './client.ts'

/** Whether a curl with the required options is installed. No package provides it. */
export const hasCurl = spawnSync('curl', ['--fail-with-body', '--version']).status === 0

export interface CurlOutcome {
  /** The exit code: 22 for an HTTP error, 28 for a timeout. */
  exitCode: number | null
  status: number
  body: string
}

/** Runs curl like a script, with the body on standard input. */
export async function curl(args: string[], caller: Credentials, body = '', signal?: AbortSignal): Promise<CurlOutcome> {
  const headers = { ...credentialHeaders(caller), 'content-type': 'application/json' }
  const all = [
    '--silent',
    '--fail-with-body',
    '--write-out',
    '\n%{http_code}',
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...args,
  ]
  const child = spawn('curl', all)
  signal?.addEventListener('abort', () => child.kill('SIGINT'))
  child.stdin.on('error', () => {}).end(body)
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const output = await text(child.stdout)
  const end = output.lastIndexOf('\n')
  return { exitCode: await exited, status: Number(output.slice(end + 1)), body: output.slice(0, end) }
}

export const curlClient: Client = {
  name: 'curl',
  async execute(url, { document, variables, caller, signal }) {
    const body = JSON.stringify({ query: document, variables })
    const answer = await curl(['--data-binary', '@-', `${url}/graphql`], caller, body, signal)
    if (signal?.aborted) return { cancelled: true }
    const parsed = JSON.parse(answer.body) as AnswerErrors & { data?: unknown }
    if (answer.exitCode === 22) return { status: answer.status, codes: codesOf(parsed) }
    return parsed.errors ? { codes: codesOf(parsed) } : { data: parsed.data }
  },
}

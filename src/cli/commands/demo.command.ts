import { styleText } from 'node:util'
import { type Command, InvalidArgumentError } from 'commander'
import { commandName } from '../../command-name.ts'
import { UsageError } from '../../errors.ts'
import { examples } from '../usage.ts'

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .summary('Send example requests to a running server.')
    .description(
      'Send example requests to a running server with the demonstration data, over GraphQL and REST, and print the ' +
        'requests and responses. Adds comments to case 1001. Safe to re-run.',
    )
    .option('--url <url>', 'the base URL of the server; by default, on HOST and PORT', parseUrl)
    .addHelpText('after', examples('demo', 'demo --url http://127.0.0.1:4001'))
    .action(async ({ url }: { url?: string }) => {
      const base = url ?? (await localUrl())
      const rejected: string[] = []
      for (const request of await demoRequests()) {
        if (!(await send(base, request))) rejected.push(`${request.method} ${request.path}`)
      }
      if (rejected.length === 0) return console.log(styleText('green', 'All requests succeeded.'))
      throw new UsageError(`Rejected: ${rejected.join(', ')}. The requests need a server with the demonstration data.`)
    })
}

interface DemoRequest {
  login: 'CONSUMER' | 'OPERATOR'
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: Record<string, unknown>
}

/** The lookup, an update and an assignment, each over GraphQL and REST. */
async function demoRequests(): Promise<DemoRequest[]> {
  const { playgroundTabs } = await import('../../pages/playground-tabs.ts')
  const graphql = (login: DemoRequest['login'], name: string, variables: object): DemoRequest => {
    return { login, method: 'POST', path: '/graphql', body: { query: playgroundTabs.get(name)?.query, variables } }
  }
  const caseInstanceId = '1001'
  const path = `/api/v4/cases/${caseInstanceId}`
  const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
  const opened = { ...codes, status: 'Open', comments: [{ text: 'Added over GraphQL.' }] }
  const started = { ...codes, status: 'In progress', comments: ['Added over REST.'] }
  return [
    graphql('CONSUMER', 'CaseTypeCategories', { visibility: 'APP' }),
    { login: 'CONSUMER', method: 'GET', path: '/api/v4/cases/typecategory?visibility=app' },
    graphql('OPERATOR', 'UpdateCase', { input: { caseInstanceId, ...opened } }),
    { login: 'OPERATOR', method: 'PUT', path, body: started },
    graphql('OPERATOR', 'AssignCase', { input: { caseInstanceId, email: 'olga@example.com' } }),
    { login: 'OPERATOR', method: 'PUT', path: `${path}/assignment`, body: { groupName: 'Billing team' } },
  ]
}

/** Longer than the service waits for its database. */
const timeoutMs = 30_000

/** Prints the request and the response. Returns whether the request succeeded. */
async function send(base: string, { login, method, path, body }: DemoRequest): Promise<boolean> {
  const { default: demoData } = await import('../../transfer/demo-data.json', { with: { type: 'json' } })
  const session = demoData.sessions.find((each) => each.login === login)!
  const headers = {
    'Service-Touchpoint': session.touchpointCode,
    'Service-Token': session.token,
    ...(body && { 'Content-Type': 'application/json' }),
  }
  const url = base + path
  console.log(`${styleText('bold', method)} ${styleText('cyan', url)}`)
  for (const [name, value] of Object.entries(headers)) console.log(styleText('dim', `${name}: ${value}`))
  const { query = '', variables = body } = (body ?? {}) as { query?: string; variables?: object }
  if (body) console.log(`\n${query}${JSON.stringify(variables, null, 2)}`)

  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { method, headers, signal, body: body ? JSON.stringify(body) : null }).catch(
    (cause: unknown) => {
      throw new UsageError(`No server responds at ${url}. Run "${commandName} serve", or set --url.`, { cause })
    },
  )
  const text = await response.text()
  const succeeded = response.ok && !/"(errors|problems)":/.test(text)
  console.log(`\n${styleText(succeeded ? 'green' : 'red', `${response.status}`)}\n${text}\n`)
  return succeeded
}

/** The URL of a server that runs with the same settings on this machine. */
async function localUrl(): Promise<string> {
  const { readConfig } = await import('../../config.ts')
  const { host, port } = readConfig()
  if (port === 0) throw new UsageError('PORT is 0, so the server has chosen a port itself. Set --url to its URL.')
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function parseUrl(value: string): string {
  if (URL.canParse(value) && /^https?:/.test(value)) return value.replace(/\/+$/, '')
  throw new InvalidArgumentError('It must be a URL such as http://127.0.0.1:4000.')
}

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import type { Access } from '../../../src/mcp/tools.ts'
import { type Credentials, credentialHeaders } from '../requests/credentials.ts'

export const revisions = ['2025-11-25', '2026-07-28'] as const

interface Options {
  access?: Access
  revision?: (typeof revisions)[number]
  headers?: Record<string, string>
}

/** The official client, until the test has finished. */
export async function mcpClient(url: string, caller: Credentials, options: Options = {}): Promise<Client> {
  const { access = 'full', revision = '2025-11-25', headers = credentialHeaders(caller) } = options
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
  )
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp?access=${access}`), { requestInit: { headers } }),
  )
  onTestFinished(() => client.close())
  return client
}

export interface ToolAnswer {
  isError: boolean
  text: string
  /** The text, which is JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any
  value: any
}

export async function callTool(client: Client, name: string, sent: object = {}): Promise<ToolAnswer> {
  const { content, isError = false } = await client.callTool({ name, arguments: sent as Record<string, unknown> })
  const text = content[0]?.type === 'text' ? content[0].text : ''
  return { isError, text, value: JSON.parse(text) }
}

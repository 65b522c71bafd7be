import { type Caller, requestText, responseCheck } from './checked-request.ts'
import type { CheckedRequest } from './load.ts'
import { random, randomAssignment, randomList, randomRead } from './random-input.ts'

/** How an operation is called: over REST without a tool, or by a tool in a revision of the protocol. */
export const callers = ['rest', '2025-11-25', '2026-07-28'] as const
type CalledBy = (typeof callers)[number]

export const tools = ['search_cases', 'get_case_form', 'assign_case'] as const
type ToolName = (typeof tools)[number]

/** Random calls of a tool on cases 1 to `cases`, or requests for the same operation. */
export function callsOf(tool: ToolName, by: CalledBy, cases: number): () => CheckedRequest {
  switch (tool) {
    case 'search_cases':
      return () => {
        const caller = randomList()
        if (by === 'rest') return rest('GET', '/api/v4/cases?first=20', caller, '', 200)
        return call(by, tool, caller, { first: 20 })
      }
    case 'get_case_form':
      return () => {
        const { caseId, caller } = randomRead(cases)
        if (by === 'rest') return rest('GET', `/api/v4/cases/${caseId}/form`, caller, '', 200)
        return call(by, tool, caller, { caseInstanceId: String(caseId) })
      }
    case 'assign_case':
      return () => {
        const caseId = random(1, cases)
        const { caller, email } = randomAssignment(caseId)
        if (by === 'rest') {
          return rest('PUT', `/api/v4/cases/${caseId}/assignment`, caller, JSON.stringify({ email }), 201)
        }
        return call(by, tool, caller, { caseInstanceId: String(caseId), email })
      }
  }
}

function rest(method: string, path: string, caller: Caller, body: string, status: number): CheckedRequest {
  return { request: requestText(method, path, caller, body), check: responseCheck(status, () => null) }
}

function call(revision: Exclude<CalledBy, 'rest'>, name: ToolName, caller: Caller, sent: object): CheckedRequest {
  const isStateless = revision === '2026-07-28'
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name, arguments: sent, ...(isStateless && { _meta: envelope }) }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const headers =
    `MCP-Protocol-Version: ${revision}\r\n` + (isStateless ? `Mcp-Method: tools/call\r\nMcp-Name: ${name}\r\n` : '')
  const request = requestText('POST', '/mcp?access=full', caller, body).replace(
    'Accept: application/json\r\n',
    `Accept: application/json, text/event-stream\r\n${headers}`,
  )
  return { request, check: checkResult }
}

/** The response is JSON, or one server-sent event whose data is JSON. */
function checkResult(status: number, body: Buffer): string | null {
  const text = body.toString()
  const message = JSON.parse(text.startsWith('{') ? text : text.slice(text.indexOf('{'))) as {
    result?: { isError: boolean; content: object[] }
  }
  return status === 200 && message.result?.isError === false ? null : text.slice(0, 200)
}

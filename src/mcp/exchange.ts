import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'

/** Apart from Accept, the protocol uses only these headers. */
const protocolHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

/** The SDK requires both media types. Answers are always JSON, so it is enough to accept JSON or any type. */
function acceptOf(sent = ''): string {
  return sent === '' || /\*\/\*|application\/json/i.test(sent) ? 'application/json, text/event-stream' : sent
}

/**
 * Answers one message of the protocol with a new server, in any revision that the SDK supports. Nothing is kept between requests: there are no
 * sessions, no streams and no subscriptions.
 */
export async function answerMessage(
  { headers }: FastifyRequest,
  parsedBody: Record<string, unknown>,
  createServer: () => Server,
): Promise<Response> {
  const sent = new Headers({ 'content-type': 'application/json', accept: acceptOf(headers.accept) })
  for (const name of protocolHeaders) if (headers[name]) sent.set(name, String(headers[name]))
  const request = new Request('http://localhost/mcp', { method: 'POST', headers: sent })
  if (!(await isLegacyRequest(request, parsedBody))) {
    return createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: 0 }).fetch(request, { parsedBody })
  }
  // By default, the SDK answers revisions before 2026 with a stream of one event.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = createServer()
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody })
  } finally {
    await server.close()
  }
}

import type { IncomingMessage } from 'node:http'
import type { Playground, PublicSessions } from './playground.ts'
import { acceptsHtml } from '../http/accept.ts'
import { unlessKnown } from '../http/etag.ts'
import type { Answer } from '../http/send.ts'
import { routeProblem } from '../rest/problem.ts'
import { startDocument, startPage } from './start-page.ts'

export type Pages = (request: IncomingMessage, path: string, requestId: string) => Answer | Promise<Answer>

const readers = { allow: 'GET, HEAD, OPTIONS' }
/** What there is of methods at all, for who asks about the server as a whole. */
const everyMethod: Answer = { status: 204, headers: { allow: 'GET, HEAD, POST, PUT, OPTIONS' }, body: undefined }

/** What is neither API nor health: a page to start from, and the files of the playground. */
export function createPages(playground: Playground | undefined, sessions: PublicSessions = {}): Pages {
  const page = startPage(playground ? { sessions } : undefined)
  const document = startDocument(playground !== undefined)

  return async (request, path, requestId) => {
    if (path === '*' && request.method === 'OPTIONS') return everyMethod
    const found = path === '/' ? (acceptsHtml(request) ? page : document) : await playground?.asset(path)
    if (!found) return routeProblem(404, requestId)
    if (request.method === 'OPTIONS') return { status: 204, headers: readers, body: undefined }
    if (request.method !== 'GET' && request.method !== 'HEAD') return routeProblem(405, requestId, readers)
    return unlessKnown(request, found)
  }
}

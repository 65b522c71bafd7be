import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Answer } from '../http/send.ts'
import { staticAnswer } from '../http/static.ts'
import { docsPage, type FilledIn } from './api-reference.ts'
import { routeProblem } from '../rest/problem.ts'

/** Answers what no route answers. */
export type Documentation = (request: IncomingMessage, path: string, requestId: string) => Promise<Answer>

const descriptionPath = '/api/v4/openapi.json'
const pagePath = '/api/v4/docs'
const scriptPath = '/api/v4/docs/openapi-explorer.js'

/** The segments of the paths. */
export const documentationSegments = [descriptionPath, scriptPath].flatMap((path) => path.split('/'))

const readers = { allow: 'GET, HEAD, OPTIONS' }

/** openapi.json, and with `page` a page that shows it and sends requests to this server. */
export function createDocumentation(page: { filledIn: FilledIn | undefined } | undefined): Documentation {
  const loaders = new Map<string, () => Promise<Answer>>([
    [descriptionPath, () => fileAnswer('openapi.json', 'application/json')],
  ])
  if (page) {
    const { body, headers } = docsPage(page.filledIn)
    loaders.set(pagePath, async () => staticAnswer(body, headers))
    loaders.set(scriptPath, () => fileAnswer('assets/openapi-explorer.js', 'text/javascript; charset=utf-8'))
  }
  // Read when somebody asks, and then kept.
  const answers = new Map<string, Promise<Answer>>()

  return async (request, path, requestId) => {
    const load = loaders.get(path)
    if (!load) return routeProblem(404, requestId)
    if (request.method === 'OPTIONS') return { status: 204, headers: readers, body: undefined }
    if (request.method !== 'GET' && request.method !== 'HEAD') return routeProblem(405, requestId, readers)
    let answer = answers.get(path)
    if (!answer) {
      answers.set(path, (answer = load()))
      // What could not be read now may be read by the next one.
      answer.catch(() => answers.delete(path))
    }
    return answer
  }
}

async function fileAnswer(file: string, type: string): Promise<Answer> {
  const body = await readFile(new URL(`../../${file}`, import.meta.url))
  return staticAnswer(body, { 'content-type': type })
}

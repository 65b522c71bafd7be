import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export function readDocument(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

interface Fence {
  language: string
  /** The file that the block is, if it is one. */
  file: string | undefined
  text: string
}

export interface HttpRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}

/** A request in a document, and the response below it. */
export interface Example extends Fence {
  request: HttpRequest
  answer: { status: number | undefined; headers: Record<string, string>; body: unknown }
}

/** The code blocks with a language. */
export function fencesOf(document: string): Fence[] {
  const blocks = document.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)
  return [...blocks].map(([, language = '', file, text = '']) => ({ language, file, text }))
}

/** The part below a heading of the second level. */
export function sectionOf(document: string, heading: string): string {
  const [, section] = document.split(`\n## ${heading}\n`)
  if (section === undefined) throw new Error(`There is no heading ${heading}.`)
  return section.split('\n## ')[0]!
}

/** Returns every curl command and GraphQL document, with the response in the json or http block below it. */
export function examplesOf(document: string): Example[] {
  const fences = fencesOf(document)
  return fences.flatMap((fence, index) => {
    const isCurl = fence.language === 'sh' && fence.text.startsWith('curl ')
    if (!isCurl && fence.language !== 'graphql') return []
    const answer = fences[index + 1]
    const shown =
      answer?.language === 'json'
        ? bodyOf(answer.text)
        : answer?.language === 'http'
          ? answerOf(answer.text)
          : undefined
    if (!shown) throw new Error(`No answer is shown below: ${fence.text}`)
    return [{ ...fence, request: isCurl ? parseCurl(fence.text) : graphqlRequest(fence.text), answer: shown }]
  })
}

function bodyOf(text: string): Example['answer'] {
  return { status: undefined, headers: {}, body: JSON.parse(text) }
}

/** Parses a status line, headers, and an optional body after an empty line. */
function answerOf(text: string): Example['answer'] {
  const [head = '', body] = text.split('\n\n')
  const [statusLine = '', ...headers] = head.trim().split('\n')
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.assign({}, ...headers.map(headerOf)),
    body: body === undefined ? undefined : JSON.parse(body),
  }
}

/** Parses the subset of shell and curl syntax that the documentation uses. Not every machine has curl. */
export function parseCurl(command: string): HttpRequest {
  const words = [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|([^\s']+)/g)]
  const [, ...args] = words.map(([, quoted, plain = '']) => quoted ?? plain)
  const request: HttpRequest = { url: '', method: 'GET', headers: {}, body: null }
  while (args.length > 0) {
    const word = args.shift() ?? ''
    if (word === '-i') continue
    if (word === '-X') request.method = args.shift() ?? ''
    else if (word === '-d') request.body = args.shift() ?? ''
    else if (word === '-H') Object.assign(request.headers, headerOf(args.shift() ?? ''))
    else request.url = word
  }
  if (request.body !== null && request.method === 'GET') request.method = 'POST'
  return request
}

function headerOf(line: string): Record<string, string> {
  const at = line.indexOf(': ')
  return { [line.slice(0, at)]: line.slice(at + 2) }
}

/** The request that the playground sends, with its default credentials. */
function graphqlRequest(query: string): HttpRequest {
  const headers = {
    'content-type': 'application/json',
    'service-touchpoint': 'desk',
    'service-token': 'demo-operator-olga',
  }
  return { url: 'http://127.0.0.1:4000/graphql', method: 'POST', headers, body: JSON.stringify({ query }) }
}

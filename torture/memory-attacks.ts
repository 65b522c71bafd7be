import { caseWithManyComments, emptyUpdate } from '../bench/load/random-input.ts'
import { credentialsOf, request } from './request.ts'
import type { Reading } from './unread-socket.ts'

/** Connections that each send a request several times at once, and again every second. Closed ones are replaced. */
export interface Attack {
  name: string
  connections: number
  /** How many times the request is sent at once. */
  pipelined: number
  reading: Reading
  request: string
  /** Whether a connection does not send it again. */
  once?: boolean
}

const credentials = credentialsOf(emptyUpdate(caseWithManyComments).caller)
const post = (query: string, variables = {}, headers = credentials) =>
  request('POST /graphql', headers, { query, variables })

const repeated = (count: number, field: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => field(index)).join(' ')
const ofCase = (fields: string) => `{ case(id: ${caseWithManyComments}) { ${fields} } }`
const comments = (count: number) =>
  ofCase(repeated(count, (i) => `c${i}: comments(last: 100) { edges { node { text } } }`))
const aliasedTexts = ofCase(`comments(last: 100) { edges { node { ${repeated(28, (i) => `t${i}: text`)} } } }`)
const introspection = `{ ${repeated(28, (i) => `s${i}: __schema { types { ...T } }`)} }
  fragment T on __Type { name description kind inputFields { name description } enumValues { name description }
    fields { name description args { name description type { name description } }
      type { name description fields { name description type { name description } } ofType { name description
        fields { name description type { name description } }
        ofType { name description fields { name description type { name description } } } } } } }`

/** Rejected updates, whose many problems repeat the names of unknown fields. */
const problems = () => {
  const caseData = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`f${i}`, 1]))
  const update = (i: number) => `u${i}: updateCase(input: $input) { ... on UpdateCaseError { problems {
    ${repeated(5, (j) => `m${j}: message p${j}: path`)} } } }`
  const input = { caseInstanceId: `${caseWithManyComments}`, ...emptyUpdate(caseWithManyComments).input, caseData }
  return post(`mutation ($input: UpdateCaseInput!) { ${repeated(2, update)} }`, { input })
}

const unfinishedPut = (bytes: number) => `PUT /api/v4/cases/${caseWithManyComments} HTTP/1.1\r\nHost: 127.0.0.1\r
Content-Type: application/json\r\nContent-Length: ${bytes + 1}\r\n\r\n${' '.repeat(bytes)}`

/** Attacks of one session, or without a session, from a few kilobytes of requests. `scale` is 1 for the full size. */
export function memoryAttacks(scale: number): Attack[] {
  const many = (connections: number) => Math.ceil(connections * scale)
  const unread = { connections: many(60), pipelined: 1, reading: 'nothing' as const }
  return [
    { ...unread, name: '28 pages, unread', request: post(comments(28)) },
    { ...unread, name: '2 pages, unread', request: post(comments(2)) },
    { ...unread, name: '28 texts per comment, unread', request: post(aliasedTexts) },
    { ...unread, name: '10 pipelined', connections: 1, pipelined: 10, request: post(comments(28)) },
    { ...unread, name: '10 pipelined × 60', pipelined: 10, request: post(comments(2)) },
    { ...unread, name: 'a byte a second', reading: 'a byte a second', request: post(comments(2)) },
    { ...unread, name: '28 pages, read', reading: 'everything', request: post(comments(28)) },
    { ...unread, name: 'introspection, unread', request: post(introspection, {}, {}) },
    { ...unread, name: 'problems, unread', request: problems() },
    { ...unread, name: 'unfinished bodies', connections: many(3_000), request: unfinishedPut(250_000), once: true },
  ]
}

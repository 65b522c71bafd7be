import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { checkCaseData } from '../src/cases/case-data.rules.ts'
import { assignCaseErrors, type ErrorTable, updateCaseErrors } from '../src/cases/case.errors.ts'
import { requestErrors } from '../src/errors.ts'
import { RouteError } from '../src/http/route-error.ts'
import { operationProblem, routeProblem } from '../src/rest/problem.ts'
import { routes } from '../src/rest/routes.ts'
import { printedSchema, schema } from '../src/schema.ts'
import manifest from '../package.json' with { type: 'json' }
import { describeRest } from './openapi/document.ts'
import { runExamples } from './openapi/examples.ts'

// Writes the files that follow from the code. With --check it writes nothing and fails where one of them is stale.

const { version } = manifest
const description = describeRest({ schema, routes, requestErrors, examples: await runExamples(), version })
const generated = {
  'schema.graphql': printedSchema,
  'openapi.json': `${JSON.stringify(description, null, 2)}\n`,
  'docs/errors.md': errorsPage(),
  // The file alone: of the packages that it was made from, nothing runs here.
  'assets/openapi-explorer.js': packaged('openapi-explorer/dist/browser/openapi-explorer.min.js'),
  'assets/openapi-explorer.LICENSE': packaged('openapi-explorer/LICENSE'),
}

process.chdir(dirname(import.meta.dirname))
const stale = Object.entries(generated).filter(([file, text]) => read(file) !== text)

if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is stale. Run: npm run generate`)
  if (stale.length > 0) process.exitCode = 1
} else {
  for (const [file, text] of stale) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(`Wrote ${file}.`)
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  } catch {
    return undefined
  }
}

function packaged(file: string): string {
  return readFileSync(new URL(import.meta.resolve(file)), 'utf8')
}

function errorsPage(): string {
  return `<!-- Written by "npm run generate" out of src/cases/case.errors.ts and src/errors.ts. Change those. -->

# Errors

Programs read the code, letter case included; titles and details are for people and may change. Nothing is written
unless every check has passed.

## updateCase, \`PUT /api/v4/cases/{caseInstanceId}\`

HTTP 400 over REST; over GraphQL the result is an \`UpdateCaseError\`. The checks run in this order. After \`invalidId\`
nothing else is looked at; otherwise every problem is reported, and the first one's code is the answer's code. The
codes are judged before what depends on them: \`InvalidCode\` only where both codes were sent and no system category is
concerned, \`invalidCaseField\` only where the codes are right.

${operationTable(updateCaseErrors)}

## assignCase, \`PUT /api/v4/cases/{caseInstanceId}/assignment\`

HTTP 400 over REST; over GraphQL the result is an \`AssignCaseError\`. The first check that fails ends the request.

${operationTable(assignCaseErrors)}

## Every request

These concern the request rather than the case. Over GraphQL they stand in \`errors\`, with the code in
\`extensions.code\`; the HTTP status of an executed operation is 200 there whatever its codes, and 413, 415, 429 and
503 are the same as over REST where the request is refused before it is executed. A document that cannot be parsed is
\`GRAPHQL_PARSE_FAILED\`, one that does not fit the schema \`GRAPHQL_VALIDATION_FAILED\`. Where there are trusted documents, a hash that nobody knows is
\`PERSISTED_QUERY_NOT_IN_LIST\`, with the message \`PersistedQueryNotFound\`. Where only those are executed, a request
without a hash is \`PERSISTED_QUERY_ID_REQUIRED\`, and one with a text beside it \`CANNOT_SEND_PQ_ID_AND_BODY\`.

If rate limiting is on, every response to a request with credentials has the headers \`RateLimit-Limit\` (requests per
minute), \`RateLimit-Remaining\` (requests left) and \`RateLimit-Reset\` (seconds until the window ends). A 429 response
describes the exceeded limit, and \`Retry-After\` is the number of seconds to wait.

${requestTable()}

## A problem document

REST answers errors of every kind as \`application/problem+json\` (RFC 9457). \`pointer\` leads to the place in the body;
it is \`#\` for the body as a whole, and absent where the place is not in the body. \`requestId\` is also the answer's
\`X-Request-Id\` header: give it to the operators of the service when you ask about an error.

\`\`\`json
${exampleProblem()}
\`\`\`
`
}

function operationTable(table: ErrorTable): string {
  const rows = Object.entries(table).map(([code, { description }], index) => [
    `${index + 1}`,
    `\`${code}\``,
    description,
  ])
  return markdownTable(['', 'code', 'when'], rows)
}

function requestTable(): string {
  const known = Object.entries(requestErrors).map(([code, { rest, status, description }]) => ({
    status,
    cells: [`${status}`, `\`${rest}\``, `\`${code}\``, description],
  }))
  const routes = ([404, 405] as const).map((status) => {
    const { code, detail } = routeProblem(new RouteError(status))
    return { status, cells: [`${status}`, `\`${code}\``, '', `${detail}`] }
  })
  const rows = [...known, ...routes].sort((a, b) => a.status - b.status).map(({ cells }) => cells)
  return markdownTable(['HTTP', 'REST code', 'GraphQL code', 'when'], rows)
}

/** What the REST API answers to an update of an incident; the messages are the rules' own. */
function exampleProblem(): string {
  const bounds = { scale: null }
  const fields = [
    { name: 'severity', label: 'Severity, 1 worst', kind: 'INTEGER' as const, minimum: 1, maximum: 5, ...bounds },
    { name: 'lineDown', label: 'Line is down', kind: 'BOOLEAN' as const, minimum: null, maximum: null, ...bounds },
  ]
  const problems = checkCaseData(fields, { severity: 9 }).problems.map(({ field, message }) => ({
    code: 'invalidCaseField' as const,
    message,
    path: ['caseData', field ?? ''],
  }))
  const problem = operationProblem(problems, updateCaseErrors)
  return JSON.stringify({ ...problem, requestId: '5f4e0a52-3c7d-4a55-9f0e-2f1c6f0b7d11' }, null, 2)
}

function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { entities } from '../src/entities.ts'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { capacityTables } from '../bench/capacity/tables.ts'
import { writeClientTypes } from '../client/generated-files.ts'
import { settingsIn, typedDocuments, writeDeskTypes } from '../desk/typed-documents.ts'
import exampleSettings from '../examples/front-end/codegen.ts'
import { checkCaseData } from '../src/cases/values/case-data.rules.ts'
import { operationErrors } from '../src/cases/case.errors.ts'
import { embeddedDatabase } from '../src/database/embedded/embedded.ts'
import { migrate } from '../src/database/schema/migrate.ts'
import type { ErrorTable } from '../src/errors/problems.ts'
import { requestErrors } from '../src/errors/request-errors.ts'
import { RouteError } from '../src/http/requests/request-error.ts'
import { operationProblem, routeProblem } from '../src/rest/problem.ts'
import type { Route } from '../src/rest/route.ts'
import { routes } from '../src/routes.ts'
import { printedSchema, schema } from '../src/schema.ts'
import demoData from '../src/transfer/demo-data.json' with { type: 'json' }
import { toFieldDefinition } from '../src/configuration/items/field-format.ts'
import { importData } from '../src/transfer/import/import.ts'
import manifest from '../package.json' with { type: 'json' }
import { importFormatPage } from './import-format-page.ts'
import { markdownTable } from './markdown-table.ts'
import { describeRest } from './openapi/document.ts'
import { type Example, runExamples } from './openapi/examples.ts'
import { operationOf } from './openapi/operations.ts'

// Writes the generated files, and the types of the desk and the client, which are not committed. With --check, writes nothing and fails if
// a committed file is stale.

/** What the tables of operations do not say. */
const notes: Partial<Record<Route['operation'], string[]>> = {
  updateCase: [
    `If the check for \`invalidId\` fails, no other check runs. Otherwise all problems are reported, up to 100. The \`code\` of the
response is the code of the first problem. Two checks only run if others have passed:`,
    `- \`InvalidCode\` is only checked if both codes were sent and no system category is involved.
- \`invalidCaseField\` is only checked if the codes are correct.`,
    'Each result of `updateCases` has the same codes.',
  ],
  patchCase: ['All problems are reported, as for `updateCase`.'],
  createCase: ['All problems are reported, as for `updateCase`.'],
  assignCase: ['The checks stop at the first problem. Each result of `assignCases` has the same codes.'],
  editComment: ['The checks stop at the first problem.'],
  removeComment: ['The checks stop at the first problem.'],
}

const { version } = manifest
const description = describeRest({ schema, routes, requestErrors, examples: await examplesOnDemoData(), version })
const generated = {
  'schema.graphql': printedSchema,
  'openapi.json': `${JSON.stringify(description, null, 2)}\n`,
  'docs/capacity.md': withGenerated('capacity.md', capacityTables()),
  'docs/errors.md': errorsPage(),
  'docs/import-format.md': importFormatPage(),
  'docs/monitoring.md': withGenerated('monitoring.md', operationNames()),
  'docs/rest.md': withGenerated('rest.md', routeTable()),
  // Copies, so that the package and its dependencies are not installed in production.
  'assets/swagger-ui.js': packaged('swagger-ui-bundle.js'),
  'assets/swagger-ui.css': packaged('swagger-ui.css'),
  ...(await typesOfExample()),
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
  await writeDeskTypes()
  await writeClientTypes()
}

async function examplesOnDemoData(): Promise<Example[]> {
  const database = await embeddedDatabase(await PGlite.create(), entities)
  await migrate(database)
  await importData(database, demoData)
  return runExamples(database).finally(() => database.close())
}

async function typesOfExample(): Promise<Record<string, string>> {
  const folder = 'examples/front-end/src'
  const path = fileURLToPath(new URL(`../${folder}`, import.meta.url))
  const types = await typedDocuments(printedSchema, path, settingsIn(exampleSettings))
  return Object.fromEntries(Object.entries(types).map(([file, text]) => [`${folder}/${file}`, text]))
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  } catch {
    return undefined
  }
}

/** A file of Swagger UI. */
function packaged(file: string): string {
  return readFileSync(new URL(`static/${file}`, import.meta.resolve('@fastify/swagger-ui')), 'utf8')
}

function errorsPage(): string {
  return `<!-- Generated by "npm run generate" from src/cases/case.errors.ts and src/errors/request-errors.ts. Do not edit this file. -->

# Errors

Programs should read the \`code\`. Its letter case is significant. Titles and details are for people and may change.
Nothing is written unless every check has passed.

Each operation below has its own codes. Over REST, their status is 400. Over GraphQL, they are in the error member of
the result, such as \`UpdateCaseError\`. The checks run in the order of the tables.

${operationSections()}

## Errors of every request

These errors concern the request rather than the case. Over GraphQL, they are returned in \`errors\`, with the code in
\`extensions.code\`. The HTTP status of an executed GraphQL operation is always 200. Requests that are rejected before
execution return 413, 415, 429 and 503 as over REST.

${requestTable()}

GraphQL adds these codes for documents:

| GraphQL code | Condition |
| --- | --- |
| \`GRAPHQL_PARSE_FAILED\` | The document has a syntax error or too many tokens. |
| \`GRAPHQL_VALIDATION_FAILED\` | The document does not match the schema or exceeds another limit. |
| \`PERSISTED_QUERY_NOT_SUPPORTED\` | The request has a hash instead of a document, and the service has no list of trusted documents. The message is \`PersistedQueryNotSupported\`. |
| \`PERSISTED_QUERY_NOT_IN_LIST\` | The hash is not in the list of trusted documents. The message is \`PersistedQueryNotFound\`. |
| \`PERSISTED_QUERY_ID_REQUIRED\` | The service only executes trusted documents, and the request has no hash. |
| \`CANNOT_SEND_PQ_ID_AND_BODY\` | The service only executes trusted documents, and the request has both a hash and a document. |

If rate limiting is on, every response to a request with credentials has the headers \`RateLimit-Limit\` (requests per
minute), \`RateLimit-Remaining\` (requests left) and \`RateLimit-Reset\` (seconds until the window ends). A 429 response
describes the exceeded limit, and \`Retry-After\` is the number of seconds to wait.

## Problem documents

All REST errors are \`application/problem+json\` documents (RFC 9457). \`pointer\` is a JSON Pointer to the location in the
body. It is \`#\` for the body as a whole, and absent if the location is not in the body.
\`parameter\` is the name of a query parameter. Over GraphQL, the \`path\` of a
problem is the same location, for example \`["comments", "1", "text"]\`; the problems of \`BAD_USER_INPUT\` are in
\`extensions.problems\`. \`requestId\` is also sent in the \`X-Request-Id\` header. Include it when you report an error.

\`\`\`json
${exampleProblem()}
\`\`\`
`
}

/** Lists the values of the metrics' label `operation`. */
function operationNames(): string {
  const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const names = {
    REST: routes.map(({ operation }) => operation),
    GraphQL: fields.flatMap((type) => Object.keys(type?.getFields() ?? {})),
  }
  const rows = Object.entries(names).map(([api, values]) => {
    return [
      api,
      values
        .toSorted()
        .map((value) => `\`${value}\``)
        .join(', '),
    ]
  })
  return markdownTable(['API', 'Operations'], rows)
}

/** Lists the routes with their purposes and the logins that may use them. */
function routeTable(): string {
  const rows = routes.map((route) => {
    const { path, description } = operationOf(route, schema)
    const login = /Login: ([^.]+)\.$/.exec(description)?.[1] ?? ''
    return [`\`${route.method} ${path}\``, `${route.openapi.summary}.`, login]
  })
  return markdownTable(['Request', 'Purpose', 'Login'], rows)
}

/** The page with this text as its generated part. */
function withGenerated(page: string, text: string): string {
  const content = readFileSync(new URL(`../docs/${page}`, import.meta.url), 'utf8')
  return content.replace(/(?<=<!-- Generated .*-->\n).*(?=<!-- End )/s, `\n${text}\n\n`)
}

function operationSections(): string {
  const names = Object.keys(operationErrors)
  const order = ({ operation }: Route) => names.indexOf(operation)
  const sections = routes
    .toSorted((a, b) => order(a) - order(b))
    .flatMap(({ operation, method, path, openapi: { errors } }) => {
      if (Object.keys(errors).length === 0) return []
      const heading = `## ${operation}, \`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\``
      return [heading, ...(notes[operation] ?? []), operationTable(errors)]
    })
  return sections.join('\n\n')
}

function operationTable(table: ErrorTable): string {
  const rows = Object.entries(table).map(([code, { description }], index) => [
    `${index + 1}`,
    `\`${code}\``,
    description,
  ])
  return markdownTable(['', 'Code', 'Condition'], rows)
}

function requestTable(): string {
  const known = Object.entries(requestErrors).map(([code, { rest, status, description }]) => ({
    status,
    cells: [`${status}`, `\`${rest}\``, `\`${code}\``, description],
  }))
  const routes = ([404, 405] as const).map((status) => {
    const { code, detail } = routeProblem(new RouteError(status))
    const description =
      status === 404 ? `${detail} Also returned if a read finds no case that the caller may see.` : detail
    return { status, cells: [`${status}`, `\`${code}\``, '', description] }
  })
  const rows = [...known, ...routes].sort((a, b) => a.status - b.status).map(({ cells }) => cells)
  return markdownTable(['Status', 'REST code', 'GraphQL code', 'Condition'], rows)
}

/** The REST response to an invalid update of an incident, with the messages of the rules. */
function exampleProblem(): string {
  const fields = [
    toFieldDefinition({ name: 'severity', kind: 'INTEGER', minimum: 1, maximum: 5 }),
    toFieldDefinition({ name: 'lineDown', kind: 'BOOLEAN' }),
  ]
  const problems = checkCaseData(fields, { severity: 9 }).problems.map(({ field, message }) => ({
    code: 'invalidCaseField' as const,
    message,
    path: ['caseData', field ?? ''],
  }))
  const problem = operationProblem(problems, operationErrors.updateCase)
  return JSON.stringify({ ...problem, requestId: '5f4e0a52-3c7d-4a55-9f0e-2f1c6f0b7d11' }, null, 2)
}

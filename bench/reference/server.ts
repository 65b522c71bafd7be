// The reference server: the same operations written by hand on node:http and pg, with one statement after another in a
// transaction. It has no schema, no ORM, no validation of requests, and no log.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { listCases, listPage } from './list.ts'
import { checkFields, type ErrorResult, isError, type UpdateBody } from './rules.ts'
import {
  begin,
  type CaseRow,
  commit,
  lookup as lookupStatement,
  pool,
  rollback,
  type Run,
  type SessionRow,
  sql,
} from './sql.ts'

const sha256 = (token: string) => createHash('sha256').update(token).digest()

async function findSession(run: Run, { headers }: IncomingMessage): Promise<SessionRow | undefined> {
  const [session] = await run(sql.session, [sha256(String(headers['service-token']))])
  return session?.touchpoint_code === headers['service-touchpoint'] ? session : undefined
}

/** The type category of these codes, and whether the session may change the case. */
async function findTypeCategoryAndPermission(
  run: Run,
  typeCode: string,
  categoryCode: string,
  session: SessionRow,
  { type_code, category_code, group_id }: CaseRow,
) {
  const { touchpoint_code, person_id } = session
  const values = [typeCode, categoryCode, touchpoint_code, person_id, type_code, category_code, group_id]
  return (await run(sql.typeCategoryAndPermission, values))[0]
}

const unauthenticated: ErrorResult = { status: 401, code: 'unauthenticated' }
const invalid = (code: string): ErrorResult => ({ status: 400, code })

/** Nine statements: begin, session, case, type category, names with fields, update, event, comment, commit. */
function update(request: IncomingMessage, caseId: number, body: UpdateBody) {
  return inTransaction(async (run) => {
    const session = await findSession(run, request)
    if (!session) return unauthenticated
    const [current] = await run(sql.lockCase, [caseId])
    if (!current || session.kind === 'CONSUMER') return invalid('invalidId')
    if (body.categoryCode == null || body.typeCode == null) return invalid('CodeRequired')
    const typeCategory = await findTypeCategoryAndPermission(run, body.typeCode, body.categoryCode, session, current)
    const owner = session.kind === 'PARTY' ? current.party_id : current.assignee_id
    if (!typeCategory?.authorised && owner !== session.person_id) return invalid('invalidId')
    if (typeCategory?.system) return invalid('CategorySystemNode')
    const isMoved = body.typeCode !== current.type_code || body.categoryCode !== current.category_code
    if (isMoved && !(typeCategory?.active && typeCategory.granted)) return invalid('InvalidCode')
    const status = body.status ?? current.status
    const resolution = body.resolution ?? current.resolution
    const [names] = await run(sql.namesAndFields, [current.status, status, resolution, body.typeCode])
    if (!names?.status_active && status !== current.status) return invalid('InvalidName')
    if (!names?.status_follows && status !== current.status) return invalid('InvalidName')
    if (!names?.resolution_active && resolution !== current.resolution) return invalid('InvalidName')
    const caseData = body.caseData ?? current.case_data
    if (!checkFields(names?.fields ?? [], caseData)) return invalid('invalidCaseField')
    const after = { categoryCode: body.categoryCode, typeCode: body.typeCode, status, resolution, ...caseData }
    const before = {
      categoryCode: current.category_code,
      typeCode: current.type_code,
      status: current.status,
      resolution: current.resolution,
      ...current.case_data,
    }
    const changes = Object.entries(after)
      .filter(([field, to]) => before[field as keyof typeof before] !== to)
      .map(([field, to]) => ({ path: [field], from: before[field as keyof typeof before] ?? null, to }))
    const values = [caseId, body.typeCode, body.categoryCode, status, resolution, JSON.stringify(caseData)]
    const [changed] = await run(sql.update, values)
    await run(sql.event, eventValues(caseId, changed!.version, 'UPDATED', session, changes))
    const texts = (body.comments ?? []).map((text) => text.trim())
    await run(sql.comments, [caseId, changed!.version, texts])
    return success(session, {
      id: caseId,
      categoryCode: body.categoryCode,
      typeCode: body.typeCode,
      status,
      resolution,
    })
  })
}

/** Eight statements: begin, session, case, permission, operator, update, event, commit. */
function assign(request: IncomingMessage, caseId: number, { email }: { email: string }) {
  return inTransaction(async (run) => {
    const session = await findSession(run, request)
    if (!session) return unauthenticated
    const [current] = await run(sql.lockCase, [caseId])
    if (!current || session.kind !== 'OPERATOR') return invalid('invalidId')
    const { type_code: typeCode, category_code: categoryCode } = current
    const permission = await findTypeCategoryAndPermission(run, typeCode, categoryCode, session, current)
    if (!permission?.authorised && current.assignee_id !== session.person_id) return invalid('invalidId')
    const [operator] = await run(sql.operator, [email.toLowerCase(), current.type_code, current.assignee_id])
    if (!operator?.active) return invalid('operatorNotValid')
    if (operator.blocked) return invalid('blocked')
    if (!operator.authorised) return invalid('isNotAuthorized')
    const [changed] = await run(sql.assign, [caseId, operator.id])
    const changes = [{ path: ['assignee'], from: operator.current_email, to: operator.email }]
    await run(sql.event, eventValues(caseId, changed!.version, 'ASSIGNED', session, changes))
    const { status, resolution } = current
    return success(session, { id: caseId, categoryCode, typeCode, status, resolution })
  })
}

function eventValues(
  caseId: number,
  version: number,
  kind: string,
  session: SessionRow,
  changes: unknown[],
): unknown[] {
  return [caseId, version, kind, session.person_id, session.touchpoint_code, JSON.stringify(changes)]
}

function success({ firstname, email }: SessionRow, changed: object) {
  return { status: 201, body: { context: { simpleProfile: { firstname, email } }, case: changed } }
}

/** Two statements: session, type categories. */
async function lookup(request: IncomingMessage, query: URLSearchParams) {
  const session = await findSession(pool.run, request)
  if (!session) return unauthenticated
  if (session.kind === 'OPERATOR') return { status: 403, code: 'forbidden' }
  const { statement, values } = lookupStatement({
    type: query.get('caseTypeCode'),
    category: query.get('caseCategoryCode'),
    app: query.get('visibility') === 'app',
  })
  return { status: 200, body: { caseTypeCategories: await pool.run(statement, [session.touchpoint_code, ...values]) } }
}

/** Four statements: session, case, permission, comments. */
async function read(request: IncomingMessage, caseId: number) {
  const session = await findSession(pool.run, request)
  if (!session) return unauthenticated
  const [current] = await pool.run(sql.readCase, [caseId])
  if (!current) return invalid('invalidId')
  const { type_code: typeCode, category_code: categoryCode } = current
  const permission = await findTypeCategoryAndPermission(pool.run, typeCode, categoryCode, session, current)
  if (!permission?.authorised && current.assignee_id !== session.person_id) return invalid('invalidId')
  const comments = await pool.run(sql.readComments, [caseId, session.kind === 'OPERATOR'])
  const nodes = comments.map(({ firstname, email, ...node }) => ({ ...node, author: { firstname, email } }))
  const { case_data: caseData, status, resolution, version } = current
  return {
    status: 200,
    body: { id: caseId, categoryCode, typeCode, status, resolution, version, caseData, comments: nodes },
  }
}

/** Three statements: session, cases, comments. Without comments, if a page is requested, as over REST. */
async function list(request: IncomingMessage, query: string | undefined) {
  const session = await findSession(pool.run, request)
  if (!session) return unauthenticated
  if (query) return { status: 200, body: await listPage(pool.run, session) }
  return { status: 200, body: { nodes: await listCases(pool.run, session) } }
}

async function inTransaction<Result extends object>(work: (run: Run) => Promise<Result>): Promise<Result> {
  const { run, release } = await pool.connect()
  try {
    await run(begin)
    const result = await work(run)
    await run(isError(result) ? rollback : commit)
    return result
  } catch (error) {
    await run(rollback)
    throw error
  } finally {
    release()
  }
}

function readJson(request: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => resolve(JSON.parse(text)))
    request.on('error', reject)
  })
}

async function route(request: IncomingMessage) {
  const [path = '', query] = (request.url ?? '').split('?')
  if (path === '/readyz') return { status: 200, body: { status: 'ok' } }
  if (path === '/api/v4/cases/typecategory') return lookup(request, new URLSearchParams(query))
  if (path === '/api/v4/cases') return list(request, query)
  const [, caseId, assignment] = /^\/api\/v4\/cases\/(\d+)(\/assignment|\/comments)?$/.exec(path) ?? []
  if (request.method === 'GET') return read(request, Number(caseId))
  const body = await readJson(request)
  return assignment
    ? assign(request, Number(caseId), body as { email: string })
    : update(request, Number(caseId), body as UpdateBody)
}

const server = createServer((request, response) => {
  route(request)
    .catch((error: unknown) => {
      console.error(error)
      return { status: 500, code: 'internal' }
    })
    .then((result) => {
      const text = JSON.stringify('body' in result ? result.body : { code: result.code })
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      response.writeHead(result.status, headers).end(text)
    })
})
server.listen(Number(process.env['PORT']), process.env['HOST'])
process.once('SIGTERM', () => process.exit())

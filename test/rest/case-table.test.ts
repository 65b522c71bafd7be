import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { hashToken } from '../../src/viewer/viewer.ts'
import { openTable } from '../../src/cases/table/open-table.ts'
import { ResponseBudget } from '../../src/http/response-memory.ts'
import { createServices } from '../../src/server.ts'
import { readConfig } from '../../src/settings/config.ts'
import { sql } from '../support/database/database.ts'
import {
  carla,
  type Credentials,
  credentialHeaders,
  odette,
  olga,
  omar,
  omarAtPartner,
  paula,
  pedroAtKiosk,
} from '../support/requests/credentials.ts'
import { readTable } from '../support/requests/csv.ts'
import { problemOf } from '../support/requests/http.ts'
import { bodyOf, linkOf, restClient } from '../support/requests/rest-client.ts'
import { incident, useServer } from '../support/server/server.ts'

const server = useServer()
const { get, send } = restClient(server)
const csv = { accept: 'text/csv' }

const table = async (query = '', caller: Credentials = olga) => {
  const { status, body } = await get(`cases?${query}`, csv, caller)
  expect(status, body).toBe(200)
  return readTable(body)
}

interface Listed {
  id: number
  [name: string]: unknown
}

/** All pages of the list as JSON. */
async function list(query: string, caller: Credentials): Promise<Listed[]> {
  const found: Listed[] = []
  for (let path: string | undefined = `cases?first=3&${query}`; path !== undefined;) {
    const page = await get(path, {}, caller)
    found.push(...bodyOf(page).cases)
    path = linkOf(page, 'next')?.replace('/api/v4/', '')
  }
  return found
}

/** What a cell has for a value of the list as JSON. */
function cell(value: unknown): string {
  return value === null || value === undefined ? '' : `${value}`
}

const valueNames = ['id', 'version', 'subject', 'categoryCode', 'typeCode', 'status', 'resolution', 'priority']
const joinedNames = ['caseType.name', 'category.name', 'caseStatus.closed', 'party.firstname', 'party.email']
const otherNames = ['assignee.firstname', 'assignee.email', 'group.name']
const timeNames = ['createdAt', 'updatedAt', 'customerWaitingSince', 'dueAt']
const plainNames = [...valueNames, ...joinedNames, ...otherNames, ...timeNames]

/** The cells of a case, from the list as JSON. */
function cellsOf(listed: Listed): Record<string, string> {
  const valueAt = (path: string) => path.split('.').reduce<unknown>((of, name) => (of as Listed | null)?.[name], listed)
  const { tags, deadlines } = listed as unknown as { [name: string]: Record<string, unknown>[] }
  const ofTags = ['code', 'label'].map((member) => [`tags.${member}`, tags!.map((tag) => tag[member]).join('; ')])
  const ofGoals = ['FIRST_REPLY', 'NEXT_REPLY', 'RESOLUTION'].flatMap((goal) => {
    const deadline = deadlines!.find((each) => each['goal'] === goal)
    return ['state', 'dueAt', 'endedAt'].map((member) => [`deadlines.${goal}.${member}`, cell(deadline?.[member])])
  })
  return Object.fromEntries([...plainNames.map((name) => [name, cell(valueAt(name))]), ...ofTags, ...ofGoals])
}

beforeAll(async () => {
  await server.addCase({ subject: 'Zebra "one", two\nlines 👍'.replace('\n', ' '), priority: 'URGENT' })
  await server.addCase({
    ...incident,
    subject: '=HYPERLINK("http://x")',
    partyEmail: null,
    assigneeEmail: 'olga@example.com',
  })
  await server.addCase({ subject: '-5', groupName: 'Billing team' })
  for (const updatedAt of ['2021-01-02T00:00:00Z', '2021-01-01T00:00:00Z']) {
    await server.addCase({
      createdAt: '2021-01-01T00:00:00Z',
      updatedAt,
      comments: [{ text: 'A quagga.', authorEmail: 'olga@example.com' }],
    })
  }
  await server.addCase({ createdAt: '2020-12-01T00:00:00Z', subject: 'A quagga', updatedAt: '2020-12-01T00:00:00Z' })
  await server.addCase({
    subject: '+49 30 1234',
    createdAt: '2020-01-01T00:00:00Z',
    status: 'Closed',
    resolution: 'Fixed',
  })
  await sql(
    server.database,
    `insert into tags (code, label, active) values ('vip', '@VIP', true), ('b2b', 'B2B; key', true)`,
  )
  await sql(server.database, `update cases set tags = '{b2b,vip}' where subject = '-5'`)
})

describe('GET /api/v4/cases with Accept: text/csv', () => {
  const callers = { olga, omar, odette, omarAtPartner, paula, pedroAtKiosk, carla }
  const queries = [
    '',
    'orderBy=CREATED_ASC',
    'orderBy=WAITING_LONGEST',
    'orderBy=DUE_FIRST',
    'closed=true&unassigned=false',
    'search=zebra',
    'search=zebar',
    'search=quagga&orderBy=BEST_FIRST',
    'search=zebra&orderBy=BEST_FIRST',
    'text=zebra',
    'tag=vip&tag=b2b',
    'unread=true',
    'createdBefore=2020-06-01T00:00:00Z',
    'typeCode=REFUND&typeCode=INCIDENT',
    'status=None',
  ]

  test.each(Object.entries(callers))(
    'has for %s the cases and values of all pages as JSON, in their order',
    async (_name, caller) => {
      for (const query of queries) {
        const rows = await table(query, caller)
        const listed = await list(query, caller)
        expect(
          rows.map(({ id }) => id),
          query,
        ).toEqual(listed.map(({ id }) => `${id}`))
        const escaped = (text = '') => (/^[=+@]/.test(text) ? `'${text}` : text)
        expect(rows, query).toEqual(
          listed
            .map(cellsOf)
            .map((row) => ({ ...row, subject: escaped(row['subject']), 'tags.label': row['tags.label'] })),
        )
      }
    },
  )

  test('is a file in UTF-8 that only the client of the caller may cache', async () => {
    const { headers, body } = await get('cases?search=zebra', { ...csv, 'accept-encoding': 'gzip, br' })
    const today = new Date().toISOString().slice(0, 10)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename=cases-${today}.csv`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    })
    expect(headers.vary).toMatch(/\bAccept\b(?!-)/)
    for (const name of ['etag', 'content-encoding', 'link']) expect(headers).not.toHaveProperty(name)
    expect(body).toMatch(/^\uFEFFid,version,subject,[^\r\n]*\r\n\d+,1,"Zebra ""one"", two lines 👍",[^\r\n]*\r\n$/)
  })

  test('has a column for each field of a single type', async () => {
    const [row] = await table('typeCode=INCIDENT&assignedToMe=true')
    expect(row).toMatchObject({ 'caseData.severity': '1', 'caseData.signalDbm': '-1', 'caseData.lineDown': 'true' })
    const columns = async (query: string, caller = olga) => {
      const { body } = await get(`cases?${query}`, csv, caller)
      return body
        .slice(1, body.indexOf('\r\n'))
        .split(',')
        .filter((name) => name.includes('caseData'))
    }
    expect(await columns('typeCode=INCIDENT&typeCode=INCIDENT')).toHaveLength(3)
    for (const query of ['', 'typeCode=INCIDENT&typeCode=REFUND', 'typeCode=NONE'])
      expect(await columns(query)).toEqual([])
    // Parties are not offered the fields that only operators set.
    await sql(
      server.database,
      `update case_type_fields set settable_by = 'OPERATORS' where type_code = 'REFUND' and name = 'goodwill'`,
    )
    expect(
      [await columns('typeCode=REFUND'), await columns('typeCode=REFUND', paula)].map(({ length }) => length),
    ).toEqual([3, 2])
    await sql(
      server.database,
      `update case_type_fields set settable_by = 'ALL' where type_code = 'REFUND' and name = 'goodwill'`,
    )
    // Nobody finds out the fields of a type that the touchpoint does not have.
    expect((await get('types/OUTAGE/schema', {}, carla)).status).toBe(404)
    expect(await columns('typeCode=OUTAGE', carla)).toEqual([])
  })

  test('contains nothing that a spreadsheet runs, and leaves numbers unchanged', async () => {
    const rows = await table('orderBy=CREATED_ASC')
    const subjects = rows.map(({ subject }) => subject)
    for (const subject of [`'=HYPERLINK("http://x")`, `'+49 30 1234`, '-5']) expect(subjects).toContain(subject)
    const incidents = await table('typeCode=INCIDENT&assignedToMe=true')
    expect(incidents.map((row) => row['caseData.signalDbm'])).toContain('-1')
    await sql(server.database, `update persons set firstname = '=Paula' where firstname = 'Paula'`)
    await sql(server.database, `update operator_groups set name = '@Billing' where name = 'Billing team'`)
    try {
      const [row] = (await table()).filter(({ subject }) => subject === '-5')
      expect(row).toMatchObject({
        'party.firstname': `'=Paula`,
        'group.name': `'@Billing`,
        'tags.label': 'B2B; key; @VIP',
      })
      const { body } = await get('cases', csv)
      expect(body).not.toMatch(/(^|[,\n])"?[=+@\t]/)
    } finally {
      await sql(server.database, `update persons set firstname = 'Paula' where firstname = '=Paula'`)
      await sql(server.database, `update operator_groups set name = 'Billing team' where name = '@Billing'`)
    }
  })

  test.each([
    ['text/csv', true],
    ['text/csv, application/json', true],
    ['application/json;q=0.9, text/csv', true],
    ['text/csv;q=0.5, application/json', false],
    ['text/csv;q=0', false],
    ['text/csv;q=0.4, */*;q=0.5', false],
    ['text/*', false],
    ['*/*', false],
    ['application/json', false],
  ])('Accept: %s is CSV: %s', async (accept, isTable) => {
    const { headers, status } = await get('cases', { accept })
    expect([status, headers['content-type']]).toEqual([200, isTable ? 'text/csv; charset=utf-8' : 'application/json'])
    expect(headers.vary).toMatch(/\bAccept\b(?!-)/)
  })

  test('HEAD returns no table', async () => {
    const { status, headers, body } = await send('HEAD', 'cases', { headers: csv })
    expect([status, headers['content-type'], body]).toEqual([200, 'text/csv; charset=utf-8', ''])
    expect((await send('HEAD', 'cases?orderBy=BEST_FIRST', { headers: csv })).status).toBe(400)
  })

  test('is sent again to a caller who has one', async () => {
    const { headers } = await get('cases')
    for (const tag of [headers.etag!, '*'])
      expect((await get('cases', { ...csv, 'if-none-match': tag })).status).toBe(200)
  })

  test.each([
    ['first=10', 'first'],
    ['last=1', 'last'],
    ['after=MQ', 'after'],
    ['before=MQ', 'before'],
    ['totalCount=true', 'totalCount'],
    ['closed=maybe', 'closed'],
    ['orderBy=BEST_FIRST', 'orderBy'],
    [`search=${'a'.repeat(1_001)}`, 'search'],
  ])('%s is malformedRequest', async (query, parameter) => {
    const problem = problemOf(await get(`cases?${query}`, csv))
    expect(problem).toMatchObject({ status: 400, code: 'malformedRequest', problems: [{ parameter }] })
  })

  test('requires a session', async () => {
    expect(problemOf(await get('cases', csv, { ...olga, token: 'none' })).code).toBe('unauthenticated')
  })
})

describe('a table of several parts', () => {
  const count = 600
  const query = 'createdBefore=2001-01-01T00:00:00Z&orderBy=CREATED_ASC'
  let first: number
  beforeAll(async () => {
    first = await server.addCase({ createdAt: '2000-01-01T00:00:00Z' })
    await sql(
      server.database,
      `insert into cases (version, type_code, category_code, status, resolution, case_data, party_id, created_at, updated_at, subject)
       select 1, type_code, category_code, status, resolution, case_data, party_id, created_at + i * interval '1 second', updated_at, 'Part ' || i
       from cases, generate_series(1, ${count - 1}) i where id = ${first} order by i`,
    )
  })
  const refunds = { typeCode: ['REFUND'], createdBefore: new Date('2001-01-01') }

  /** Opens a table in this process, to do something between its parts. */
  async function open(caller = olga) {
    const services = createServices(server.database, readConfig({}), pino({ level: 'silent' }))
    const credentials = { touchpoint: caller.touchpoint, tokenHash: hashToken(caller.token) }
    const responseBudget = new ResponseBudget(services.responseMemory, () => '')
    const telemetry = { operation: undefined, outcome: undefined, hasGraphqlErrors: false, trace: undefined }
    const context = { services, credentials, requestId: '1', responseBudget, telemetry }
    const { parts, close } = await openTable(context, { filter: refunds, orderBy: 'CREATED_ASC' })
    close()
    const texts = [(await parts.next()).value, (await parts.next()).value]
    return { parts, rest: async () => readTable([...texts, ...(await Array.fromAsync(parts))].join('')) }
  }

  test('has all cases in their order', async () => {
    const rows = await table(query)
    expect(rows).toHaveLength(count)
    expect(rows.slice(1).map(({ subject }) => subject)).toEqual(
      Array.from({ length: count - 1 }, (_, i) => `Part ${i + 1}`),
    )
  })

  test('does not pause for the time that its reader takes', async () => {
    const { parts } = await open()
    const startedAt = performance.now()
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 200_000)
    await parts.next()
    clock.mockRestore()
    // A pause of the same share as after a part would take two minutes.
    expect(performance.now() - startedAt).toBeLessThan(60_000)
    await parts.return(undefined)
  })

  test('has every case once, even if it changes meanwhile, with the values that it then has', async () => {
    const { rest } = await open()
    await sql(
      server.database,
      `update cases set created_at = created_at - interval '1 year', status = 'Closed' where subject = 'Part 599'`,
    )
    await sql(server.database, `update cases set created_at = created_at + interval '3 year' where subject = 'Part 1'`)
    const rows = await rest()
    expect(new Set(rows.map(({ id }) => id)).size).toBe(count)
    expect(rows.at(-1)).toMatchObject({ subject: 'Part 599', status: 'Closed' })
    await sql(server.database, `update cases set created_at = created_at - interval '3 year' where subject = 'Part 1'`)
  })

  test('leaves out cases that the caller can no longer see', async () => {
    const { rest } = await open(paula)
    await sql(server.database, `update cases set party_id = null where subject in ('Part 400', 'Part 500', 'Part 598')`)
    const subjects = (await rest()).map(({ subject }) => subject)
    expect(subjects).toHaveLength(count - 3)
    expect(subjects).not.toContain('Part 400')
    const { rest: none } = await open(paula)
    await sql(server.database, `update cases set party_id = null where subject like 'Part %'`)
    expect((await none()).length).toBe(200)
  })

  test('ends with an error when the session ends', async () => {
    const { rest } = await open()
    await sql(server.database, `update sessions set expires_at = now() where token_hash = sha256('${olga.token}')`)
    try {
      await expect(rest()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    } finally {
      await sql(server.database, `update sessions set expires_at = null where token_hash = sha256('${olga.token}')`)
    }
  })

  test('reads cases with much data in smaller parts', async () => {
    const note = 'x'.repeat(200_000)
    await sql(
      server.database,
      `update cases set case_data = case_data || '{"note": "${note}"}' where subject in ('Part 3', 'Part 5', 'Part 7')`,
    )
    const { parts, rest } = await open()
    // The rest of the first 200 cases, after those that were read first.
    expect((await parts.next()).value!.split('\r\n').length).toBeLessThan(200)
    expect((await rest()).length).toBeGreaterThan(400)
    const rows = await table(`${query}&typeCode=REFUND`)
    expect(rows).toHaveLength(count)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(count)
  })

  test('breaks the connection if it cannot be finished', async () => {
    await sql(server.database, `update cases set deadlines = '{}' where subject = 'Part 590'`)
    const path = `${server.url}/api/v4/cases?${query}`
    const response = await new Promise<IncomingMessage>((resolve) =>
      httpGet(path, { headers: { ...csv, ...credentialHeaders(olga) } }, resolve),
    )
    expect(response.statusCode).toBe(200)
    const received: Buffer[] = []
    response.on('data', (chunk: Buffer) => received.push(chunk))
    await expect(once(response, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(response.complete).toBe(false)
    expect(Buffer.concat(received).toString()).toContain('Part 100')
    // Without chunks, the end of the connection would be the end of the file.
    const old = connect(Number(new URL(server.url).port), '127.0.0.1')
    const lines = Object.entries({ ...csv, ...credentialHeaders(olga) }).map(([name, value]) => `${name}: ${value}\r\n`)
    old.resume().write(`GET /api/v4/cases?${query} HTTP/1.0\r\n${lines.join('')}\r\n`)
    await expect(once(old, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' })
    await sql(server.database, `update cases set deadlines = null where subject = 'Part 590'`)
    expect(await table(query)).toHaveLength(count)
  })
})

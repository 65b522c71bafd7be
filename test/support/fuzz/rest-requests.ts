import * as fc from 'fast-check'
import { accept, contentType, credentialHeaders, encoded, otherHeaders, queryOf } from './http.ts'
import { anyJson, bytesOf, objectOf, oneOf, quoted } from './json.ts'
import { anyText, idTexts, known } from './texts.ts'
import type { WireRequest } from './wire.ts'

const caseId = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...known.caseIds) },
  { weight: 2, arbitrary: fc.constantFrom(...idTexts).map(encodeURIComponent) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '%31001',
      '1001%00',
      '1001%2Fassignment',
      '.',
      '..',
      '%2e%2e',
      'typecategory',
      '1001;v=1',
      '%2F',
      '%ff',
      '9'.repeat(8_000),
    ),
  },
  { weight: 1, arbitrary: encoded },
)

const cases = '/api/v4/cases'
const junkPaths = [
  '/',
  '//',
  '/api',
  '/api/',
  '/api/v4',
  cases,
  `${cases}/`,
  `${cases}//assignment`,
  '/api/v3/cases/1001',
  '/API/v4/cases/1001',
  '*',
  '/./api/v4/cases/1001',
  '/api/../api/v4/cases/1001',
  '/graphql/',
  '/.env',
  '/livez/',
  '/readyz%00',
  `/${'a/'.repeat(4_000)}`,
  'http://',
  'http:///',
  'https://x',
  '/%2fapi/v4/cases/1001',
  '/favicon.ico',
  '\\api',
  '/api/v4/cases/1001/assignment/1',
  '/\xff',
  '?',
  '#',
]

interface Target {
  path: string
  query: string
  method: string
}

const filters = {
  visibility: ['app', 'all', 'none', 'APP', ''],
  caseTypeCode: known.typeCodes,
  caseCategoryCode: known.categoryCodes,
}
const query = queryOf({ ...filters, dryRun: ['true', 'false', 'maybe'] })

const listFilters = {
  ...filters,
  status: known.statuses,
  closed: ['true', 'false', 'x'],
  unassigned: ['true', 'false'],
  partyEmail: known.emails,
  createdAfter: ['2020-01-01T00:00:00Z', '2020-02-30T00:00:00+14:00', '0001-01-01T00:00:00+14:00', 'x'],
  text: ['Hello', '"', 'a or -b'],
  orderBy: ['CREATED_ASC', 'x'],
  first: ['0', '1', '100', '101', '-1', 'x', '1e1'],
  last: ['1'],
  after: ['MQ', 'MS4x', 'x'],
  before: ['MS4x'],
  totalCount: ['true', 'x'],
  search: ['ol', '%'],
}
const lists = fc.oneof(
  fc.constantFrom(
    cases,
    '/api/v4/viewer',
    '/api/v4/statuses',
    '/api/v4/resolutions',
    '/api/v4/operators',
    '/api/v4/groups',
  ),
  fc
    .tuple(caseId, fc.constantFrom('', '/comments', '/history', '/form', '/assignable-operators', '/assignable-groups'))
    .map(([id, suffix]) => `${cases}/${id}${suffix}`),
  fc
    .tuple(caseId, fc.constantFrom('1:1', '9:9', '1', 'x', ''))
    .map(([id, rest]) => `${cases}/${id}/comments/comment:${id}:${rest}`),
)

const methods = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE']

function target(path: fc.Arbitrary<string>, method: string, sent = query): fc.Arbitrary<Target> {
  const usually = fc.oneof(
    { weight: 25, arbitrary: fc.constant(method) },
    { weight: 1, arbitrary: fc.constantFrom(...methods) },
  )
  return fc.record({ path, query: sent, method: usually })
}

const disguised = (path: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 25, arbitrary: path },
    { weight: 1, arbitrary: path.map((text) => `http://elsewhere.example${text}`) },
    {
      weight: 1,
      arbitrary: path.chain((text) =>
        fc.constantFrom(`/${text}`, `${text}/`, `${text}%20`, text.toUpperCase(), `/.${text}`),
      ),
    },
  )

/** Pairs of codes, with data that fits the type. */
const pairs: [typeCode: string, categoryCode: string, data: Record<string, fc.Arbitrary<string>>][] = [
  ['QUESTION', 'BILLING', {}],
  ['COMPLAINT', 'BILLING', {}],
  [
    'REFUND',
    'BILLING',
    {
      amount: fc.constantFrom('42.5', '"42.50"', '1e2', '100000', '0.01', '0', '1.001', '1e400', '"1e2"', '-0'),
      invoiceCount: fc.constantFrom('1', '1.0', '120', '121', '9007199254740993', '-0', '"1"'),
      goodwill: fc.constantFrom('true', 'false', '0', '"true"'),
    },
  ],
  ['CHANGE_REQUEST', 'ACCOUNT', { confirmed: fc.constantFrom('true', 'false') }],
  [
    'INCIDENT',
    'NETWORK',
    {
      severity: fc.constantFrom('1', '5', '6', '1.5'),
      signalDbm: fc.constantFrom('-97.5', '"-97.5"', '-140', '-1e-400', '-0', '-0.1234567890123456'),
      lineDown: fc.constantFrom('true', 'false', 'null'),
    },
  ],
  ['OUTAGE', 'NETWORK', { subscribersAffected: fc.constantFrom('0', '9007199254740991', '9007199254740992', '1e400') }],
]

const text = fc.oneof(
  { weight: 2, arbitrary: oneOf(['Hello.', ' Trimmed. ', 'Zoë 😀', '\ufffd']) },
  { weight: 1, arbitrary: quoted(anyText) },
)
const comment = fc.oneof(
  { weight: 10, arbitrary: text },
  { weight: 10, arbitrary: objectOf({ text, internal: fc.constantFrom('true', 'false', 'null') }, 20) },
  { weight: 1, arbitrary: fc.constantFrom('null', '7', '[]', '{}') },
)
const comments = fc.oneof(
  { weight: 20, arbitrary: fc.array(comment, { maxLength: 3 }).map((items) => `[${items.join()}]`) },
  { weight: 1, arbitrary: fc.constant(`[${Array(51).fill('"x"').join()}]`) },
  { weight: 2, arbitrary: anyJson },
)

const optional = (value: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant('null') }, { weight: 1, arbitrary: value })

const update = fc.constantFrom(...pairs).chain(([typeCode, categoryCode, data]) =>
  objectOf(
    {
      categoryCode: oneOf([categoryCode]),
      typeCode: oneOf([typeCode]),
      status: optional(oneOf(known.statuses)),
      resolution: optional(oneOf(known.resolutions)),
      comments,
      caseData: optional(objectOf(data, 24)),
    },
    36,
  ),
)

const assign = fc.oneof(
  objectOf({ email: oneOf(known.emails) }),
  objectOf({ groupName: oneOf(known.groupNames) }),
  objectOf({ email: quoted(anyText), groupName: quoted(anyText) }, 4),
)

function requests(targets: fc.Arbitrary<Target>, body: fc.Arbitrary<Buffer | undefined>): fc.Arbitrary<WireRequest> {
  return fc
    .record({
      target: targets,
      headers: fc.tuple(credentialHeaders, contentType, accept, otherHeaders).map((parts) => parts.flat()),
      body,
      chunked: fc.nat({ max: 9 }).map((n) => n === 0),
    })
    .map(({ target: { method, path, query }, ...rest }) => ({ method, target: path + query, ...rest }))
}

/** Requests to every path except /graphql. */
export const restRequests: fc.Arbitrary<WireRequest> = fc.oneof(
  { weight: 8, arbitrary: requests(target(disguised(caseId.map((id) => `${cases}/${id}`)), 'PUT'), bytesOf(update)) },
  {
    weight: 4,
    arbitrary: requests(target(disguised(caseId.map((id) => `${cases}/${id}/assignment`)), 'PUT'), bytesOf(assign)),
  },
  { weight: 4, arbitrary: requests(target(disguised(fc.constant(cases)), 'POST'), bytesOf(update)) },
  { weight: 8, arbitrary: requests(target(disguised(lists), 'GET', queryOf(listFilters)), fc.constant(undefined)) },
  { weight: 4, arbitrary: requests(target(disguised(caseId.map((id) => `${cases}/${id}`)), 'PATCH'), bytesOf(update)) },
  {
    weight: 3,
    arbitrary: requests(
      target(disguised(caseId.map((id) => `${cases}/${id}/comments`)), 'POST'),
      bytesOf(objectOf({ comments })),
    ),
  },
  {
    weight: 2,
    arbitrary: requests(
      target(disguised(caseId.map((id) => `${cases}/${id}/assignment`)), 'DELETE'),
      fc.constant(undefined),
    ),
  },
  {
    weight: 1,
    arbitrary: requests(
      target(disguised(caseId.map((id) => `${cases}/${id}/comments/comment:${id}:9:9`)), 'DELETE'),
      fc.constant(undefined),
    ),
  },
  { weight: 1, arbitrary: requests(target(disguised(fc.constant(`${cases}/take-next`)), 'POST'), bytesOf(assign)) },
  {
    weight: 4,
    arbitrary: requests(target(disguised(fc.constant(`${cases}/typecategory`)), 'GET'), fc.constant(undefined)),
  },
  {
    weight: 1,
    arbitrary: requests(target(disguised(fc.constantFrom('/livez', '/readyz')), 'GET'), fc.constant(undefined)),
  },
  {
    weight: 1,
    arbitrary: requests(
      target(
        fc.oneof(
          fc.constantFrom(...junkPaths),
          encoded.map((text) => `/${text}`),
        ),
        'GET',
      ),
      fc.option(bytesOf(anyJson), { nil: undefined }),
    ),
  },
)

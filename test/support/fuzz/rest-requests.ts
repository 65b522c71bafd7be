import * as fc from 'fast-check'
import { routes } from '../../../src/routes.ts'
import { anyHeaders, encoded, queryOf } from './http.ts'
import { anyJson, bytesOf, objectOf, oneOf, quoted } from './json.ts'
import { anyText, idText, known, mostly, oneWord } from './texts.ts'
import type { WireRequest } from './wire.ts'

const caseId = mostly(
  12,
  fc.constantFrom(...known.caseIds),
  idText.map(encodeURIComponent),
  oneWord('%31001 1001%00 1001%2Fassignment . .. %2e%2e typecategory 1001;v=1 %2F %ff'),
  fc.constant('9'.repeat(8_000)),
  encoded,
)
// No comment that is stored, because the test looks for those that were acknowledged.
const commentId = mostly(12, oneWord('comment:1001:9:9 comment:999999:1:1 comment:1 x'), encoded)
const typeCode = mostly(12, fc.constantFrom(...known.typeCodes), encoded)

const junkPath = fc.oneof(
  oneWord('/ // /api /api/ /api/v4 /api/v4/cases/ /api/v4/cases//assignment /api/v3/cases/1001 /API/v4/cases/1001 *'),
  oneWord('/./api/v4/cases/1001 /api/../api/v4/cases/1001 /graphql/ /.env /livez /readyz /livez/ /readyz%00 \\api ? #'),
  oneWord('http:// http:/// https://x /%2fapi/v4/cases/1001 /favicon.ico /api/v4/cases/1001/assignment/1 /\xff'),
  fc.constant(`/${'a/'.repeat(4_000)}`),
  encoded.map((text) => `/${text}`),
)

const filters = {
  visibility: ['app', 'all', 'none', 'APP', ''],
  caseTypeCode: known.typeCodes,
  caseCategoryCode: known.categoryCodes,
}
const ofChange = queryOf({ ...filters, dryRun: ['true', 'false', 'maybe'] })
const ofRead = queryOf({
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
})

/** Pairs of codes, with data that fits the type. */
const pairs: [typeCode: string, categoryCode: string, data: Record<string, fc.Arbitrary<string>>][] = [
  ['QUESTION', 'BILLING', {}],
  ['COMPLAINT', 'BILLING', {}],
  [
    'REFUND',
    'BILLING',
    {
      amount: oneWord('42.5 "42.50" 1e2 100000 0.01 0 1.001 1e400 "1e2" -0'),
      invoiceCount: oneWord('1 1.0 120 121 9007199254740993 -0 "1"'),
      goodwill: oneWord('true false 0 "true"'),
    },
  ],
  ['CHANGE_REQUEST', 'ACCOUNT', { confirmed: oneWord('true false') }],
  [
    'INCIDENT',
    'NETWORK',
    {
      severity: oneWord('1 5 6 1.5'),
      signalDbm: oneWord('-97.5 "-97.5" -140 -1e-400 -0 -0.1234567890123456'),
      lineDown: oneWord('true false null'),
    },
  ],
  ['OUTAGE', 'NETWORK', { subscribersAffected: oneWord('0 9007199254740991 9007199254740992 1e400') }],
]

const text = mostly(2, oneOf(['Hello.', ' Trimmed. ', 'Zoë 😀', '\ufffd']), quoted(anyText))
const comment = mostly(
  10,
  fc.oneof(text, objectOf({ text, internal: oneWord('true false null') }, 20)),
  oneWord('null 7 [] {}'),
)
const comments = mostly(
  10,
  fc.array(comment, { maxLength: 3 }).map((items) => `[${items.join()}]`),
  fc.constant(`[${Array(51).fill('"x"').join()}]`),
  anyJson,
)

const optional = (value: fc.Arbitrary<string>) => mostly(3, fc.constant('null'), value)

const values = fc.constantFrom(...pairs).chain(([type, category, data]) =>
  objectOf(
    {
      categoryCode: oneOf([category]),
      typeCode: oneOf([type]),
      status: optional(oneOf(known.statuses)),
      resolution: optional(oneOf(known.resolutions)),
      comments,
      caseData: optional(objectOf(data, 24)),
    },
    36,
  ),
)
const assignee = fc.oneof(
  objectOf({ email: oneOf(known.emails) }),
  objectOf({ groupName: oneOf(known.groupNames) }),
  objectOf({ email: quoted(anyText), groupName: quoted(anyText) }, 4),
)
const bodies: Record<string, fc.Arbitrary<string>> = {
  createCase: values,
  updateCase: values,
  patchCase: values,
  assignCase: assignee,
  takeNextCase: assignee,
  addComments: objectOf({ comments }),
  editComment: objectOf({ text }),
}

const nothing = fc.constant(undefined)
const disguised = (path: fc.Arbitrary<string>) =>
  mostly(
    25,
    path,
    path.map((to) => `http://elsewhere.example${to}`),
    path.chain((to) => fc.constantFrom(`/${to}`, `${to}/`, `${to}%20`, to.toUpperCase(), `/.${to}`)),
  )

function requests(
  path: fc.Arbitrary<string>,
  method: string,
  query: fc.Arbitrary<string>,
  body: fc.Arbitrary<Buffer | undefined>,
): fc.Arbitrary<WireRequest> {
  return fc.record({
    method: mostly(
      25,
      fc.constant(method),
      oneWord('GET PUT POST PATCH DELETE HEAD OPTIONS TRACE PROPFIND QUERY PURGE'),
    ),
    target: fc.tuple(path, query).map((parts) => parts.join('')),
    headers: anyHeaders,
    body,
    chunked: fc.nat({ max: 9 }).map((n) => n === 0),
  })
}

/** Those that change no session and no configuration. */
const harmless = routes.filter(({ method, path }) => method === 'GET' || path.startsWith('/api/v4/cases'))
const ofRoutes = harmless.map(({ operation, method, path }) => {
  const filled = fc
    .tuple(caseId, commentId, typeCode)
    .map(([id, comment, type]) =>
      path.replace(':caseInstanceId', id).replace(':commentId', comment).replace(':typeCode', type),
    )
  const sent = bodies[operation]
  const query = method === 'GET' ? ofRead : ofChange
  const arbitrary = requests(disguised(filled), method, query, sent ? bytesOf(sent) : nothing)
  return { weight: ['updateCase', 'createCase', 'caseTypeCategories'].includes(operation) ? 6 : 1, arbitrary }
})

/** Requests to every path except /graphql. */
export const restRequests: fc.Arbitrary<WireRequest> = fc.oneof(
  ...ofRoutes,
  requests(junkPath, 'GET', ofChange, fc.option(bytesOf(anyJson), { nil: undefined })),
)

import * as fc from 'fast-check'
import { olga, type Credentials, omar, omarAtPartner, oona, carla, paula, pedro } from '../requests/credentials.ts'
import { anyText } from './texts.ts'

type Header = [name: string, value: string]

/** A header value: bytes except line breaks and NUL. */
const headerValue = anyText.map((text) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\0\r\n]/g, '?'),
)

const caller = fc.oneof(
  { weight: 6, arbitrary: fc.constant(olga) },
  { weight: 4, arbitrary: fc.constantFrom<Credentials[]>(omar, omarAtPartner, oona, paula, pedro, carla) },
)

const credentialNames = { touchpoint: 'Service-Touchpoint', token: 'Service-Token' } as const

/** One credential: valid, or missing, empty, repeated, contradicting itself, wrong or very long. */
function credential(name: keyof typeof credentialNames, right: string): fc.Arbitrary<Header[]> {
  const header = (value: string): Header => [credentialNames[name], value]
  return fc.oneof(
    { weight: 40, arbitrary: fc.constant<Header[]>([header(right)]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Header[][]>(
        [],
        [header('')],
        [header(''), header(right)],
        [header(right), header(right)],
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(`${right},${right}`, `${right}, `, right.toUpperCase(), 'x'.repeat(9_000))
        .map((v): Header[] => [header(v)]),
    },
    { weight: 1, arbitrary: headerValue.map((value) => [header(right), header(value)]) },
    { weight: 1, arbitrary: headerValue.map((value) => [header(value)]) },
  )
}

export const credentialHeaders: fc.Arbitrary<Header[]> = caller
  .chain(({ touchpoint, token }) => fc.tuple(credential('touchpoint', touchpoint), credential('token', token)))
  .map((both) => both.flat())

const json = 'application/json'

export const contentType: fc.Arbitrary<Header[]> = fc
  .oneof(
    { weight: 40, arbitrary: fc.constant([json]) },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(`${json};charset=utf-8`, `${json}; charset="UTF-8"`, 'Application/JSON', ` ${json} ; `)
        .map((v) => [v]),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom<string[][]>(
        [],
        [''],
        ['text/plain'],
        [`${json}; charset=utf-16`],
        [`${json}; charset=`],
        [json, 'text/plain'],
        ['application/graphql'],
        ['multipart/form-data; boundary=x'],
        ['application/x-www-form-urlencoded'],
        [`${json}, ${json}`],
        [`${json};`.repeat(500)],
      ),
    },
    { weight: 1, arbitrary: headerValue.map((value) => [value]) },
  )
  .map((values) => values.map((value): Header => ['Content-Type', value]))

export const accept: fc.Arbitrary<Header[]> = fc
  .oneof(
    { weight: 12, arbitrary: fc.constantFrom<string[][]>([], ['*/*'], [json], ['application/graphql-response+json']) },
    {
      weight: 5,
      arbitrary: fc
        .constantFrom(
          'text/html',
          'text/event-stream',
          'multipart/mixed',
          'application/graphql-response+json, application/json;q=0.9',
          'application/*',
          '*',
          '',
          'image/png',
          'application/json;q=0',
          'application/json; charset=utf-16',
          ';;,,',
          '*/*;q=9',
        )
        .map((value) => [value]),
    },
    { weight: 1, arbitrary: headerValue.map((value) => [value]) },
  )
  .map((values) => values.map((value): Header => ['Accept', value]))

const otherHeader: fc.Arbitrary<Header> = fc.oneof(
  fc.constantFrom<Header[]>(
    ['Content-Encoding', 'gzip'],
    ['Content-Encoding', 'identity'],
    ['Accept-Encoding', 'gzip'],
    ['Accept-Encoding', 'br;q=0.1, *'],
    ['Expect', '100-continue'],
    ['If-None-Match', '*'],
    ['If-None-Match', 'W/"x", "y"'],
    ['Origin', 'null'],
    ['Cookie', 'a=b'],
    ['Range', 'bytes=0-1'],
    ['Upgrade', 'h2c'],
    ['X-Forwarded-For', '::1, x'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['__proto__', 'x'],
    ['constructor', 'x'],
    ['Traceparent', '00-0-0-0'],
    ['Idempotency-Key', 'x'],
    ['If-Match', '"1"'],
    ['Forwarded', 'for=x'],
    ['Cookie', 'x'.repeat(20_000)],
  ),
  headerValue.map((value): Header => ['X-Fuzz', value]),
  fc.tuple(
    fc.constantFrom('If-None-Match', 'Traceparent', 'X-Forwarded-For', 'Origin', 'Accept-Encoding', 'If-Match'),
    headerValue,
  ),
)

export const otherHeaders: fc.Arbitrary<Header[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Header[]>([]) },
  { weight: 1, arbitrary: fc.array(otherHeader, { minLength: 1, maxLength: 3 }) },
)

/** A text as part of a target, encoded as browsers do, or with bytes that are not UTF-8. */
export const encoded: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: anyText.map((text) => encodeURIComponent(text.toWellFormed())) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '%',
      '%zz',
      '%C3%28',
      '%ED%A0%80',
      '%F4%90%80%80',
      '%00',
      '%u0041',
      '+',
      '%2B',
      '&',
      '=',
      ';',
    ),
  },
  { weight: 1, arbitrary: headerValue.map((value) => value.replace(/[ #]/g, '+')) },
)

export function queryOf(parameters: Record<string, readonly string[]>): fc.Arbitrary<string> {
  const right = fc
    .constantFrom(...Object.entries(parameters))
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => `${name}=${encodeURIComponent(value)}`))
  const names = [...Object.keys(parameters), 'touchpoint', 'token', 'unknown', '__proto__', 'constructor', '']
  const part = fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...names), encoded).map(([name, value]) => `${name}=${value}`) },
    { weight: 1, arbitrary: encoded },
  )
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: fc.array(part, { maxLength: 4 }).map((parts) => `?${parts.join('&')}`) },
  )
}

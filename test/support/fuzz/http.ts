import * as fc from 'fast-check'
import { olga, omar, omarAtPartner, oona, carla, paula, pedro } from '../requests/credentials.ts'
import { anyText, mostly, oneWord } from './texts.ts'

type Header = [name: string, value: string]

/** A header value: bytes except line breaks and NUL. */
const headerValue = anyText.map((text) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\0\r\n]/g, '?'),
)

const valuesOf = (name: string, values: fc.Arbitrary<string[]>) =>
  values.map((all) => all.map((value): Header => [name, value]))
const one = (values: fc.Arbitrary<string>) => values.map((value) => [value])

/** One credential: valid, or missing, empty, repeated, contradicting itself, wrong or very long. */
const credential = (name: string, right: string) =>
  valuesOf(
    name,
    mostly(
      40,
      fc.constant([right]),
      fc.constantFrom<string[][]>([], [''], ['', right], [right, right]),
      one(fc.constantFrom(`${right},${right}`, `${right}, `, right.toUpperCase(), 'x'.repeat(9_000))),
      headerValue.map((value) => [right, value]),
      one(headerValue),
    ),
  )

const caller = mostly(9, fc.constant(olga), fc.constantFrom(omar, omarAtPartner, oona, paula, pedro, carla))

const credentialHeaders = caller
  .chain(({ touchpoint, token }) =>
    fc.tuple(credential('Service-Touchpoint', touchpoint), credential('Service-Token', token)),
  )
  .map((both) => both.flat())

const json = 'application/json'

const contentType = valuesOf(
  'Content-Type',
  mostly(
    20,
    fc.constant([json]),
    one(fc.constantFrom(`${json};charset=utf-8`, `${json}; charset="UTF-8"`, 'Application/JSON', ` ${json} ; `)),
    fc.constantFrom<string[][]>([], [json, 'text/plain'], [`${json}, ${json}`], [`${json};`.repeat(500)]),
    one(fc.constantFrom('', 'text/plain', `${json}; charset=utf-16`, `${json}; charset=`, 'application/graphql')),
    one(fc.constantFrom('multipart/form-data; boundary=x', 'application/x-www-form-urlencoded')),
    one(headerValue),
  ),
)

const accept = valuesOf(
  'Accept',
  mostly(
    4,
    fc.constantFrom<string[][]>([], ['*/*'], [json], ['application/graphql-response+json']),
    one(oneWord('text/html text/event-stream multipart/mixed application/* * image/png ;;,, */*;q=9')),
    one(fc.constantFrom('', 'application/json;q=0', 'application/json; charset=utf-16')),
    one(fc.constant('application/graphql-response+json, application/json;q=0.9')),
    one(headerValue),
  ),
)

const otherNames = 'Content-Encoding Accept-Encoding If-None-Match If-Match Origin Cookie Range Forwarded'
const moreNames = 'X-Forwarded-For X-HTTP-Method-Override __proto__ constructor Traceparent Idempotency-Key X-Fuzz'
const headerOf = (values: fc.Arbitrary<string>) => fc.tuple(oneWord(`${otherNames} ${moreNames}`), values)
const otherHeader: fc.Arbitrary<Header> = fc.oneof(
  fc.constantFrom<Header[]>(
    ['Content-Encoding', 'gzip'],
    ['Accept-Encoding', 'br;q=0.1, *'],
    ['Expect', '100-continue'],
    ['If-None-Match', 'W/"x", "y"'],
    ['Range', 'bytes=0-1'],
    ['Upgrade', 'h2c'],
    ['X-Forwarded-For', '::1, x'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Traceparent', '00-0-0-0'],
    ['If-Match', '"1"'],
    ['Cookie', 'x'.repeat(20_000)],
  ),
  headerOf(oneWord('identity gzip * null a=b x "1" for=x')),
  headerOf(headerValue),
)

const otherHeaders = mostly(5, fc.constant<Header[]>([]), fc.array(otherHeader, { minLength: 1, maxLength: 3 }))

/** The headers of a request. */
export const anyHeaders: fc.Arbitrary<Header[]> = fc
  .tuple(credentialHeaders, contentType, accept, otherHeaders)
  .map((parts) => parts.flat())

/** A text as part of a target, encoded as browsers do, or with bytes that are not UTF-8. */
export const encoded: fc.Arbitrary<string> = mostly(
  6,
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
  oneWord('% %zz %C3%28 %ED%A0%80 %F4%90%80%80 %00 %u0041 + %2B & = ;'),
  headerValue.map((value) => value.replace(/[ #]/g, '+')),
)

export function queryOf(parameters: Record<string, readonly string[]>): fc.Arbitrary<string> {
  const right = fc
    .constantFrom(...Object.entries(parameters))
    .chain(([name, values]) => fc.constantFrom(...values).map((value) => `${name}=${encodeURIComponent(value)}`))
  const names = [...Object.keys(parameters), 'touchpoint', 'token', 'unknown', '__proto__', 'constructor', '']
  const other = fc.tuple(fc.constantFrom(...names), encoded).map(([name, value]) => `${name}=${value}`)
  const parts = fc.array(mostly(3, right, other, encoded), { maxLength: 4 })
  return fc.oneof(
    fc.constant(''),
    parts.map((all) => `?${all.join('&')}`),
  )
}

import { describe, expect, test } from 'vitest'
import {
  acceptedName,
  type DraftFile,
  refusalText,
  sendable,
  sizeText,
  stateOf,
  typeText,
  withinLimit,
} from '../../desk/src/cases/files/upload-list.ts'

const file = (name: string, more: Partial<DraftFile> = {}): DraftFile => ({ key: name, name, size: 1, ...more })
const uploaded = (name: string) => file(name, { id: `attachment:${name}` })
const gone = (name: string) => file(name, { id: `attachment:${name}`, isGone: true })
const files = (count: number, make = uploaded) => Array.from({ length: count }, (_, index) => make(`${index}`))

describe('the limit of a message', () => {
  test.each([
    [0, 10, 10, ''],
    [0, 11, 10, 'A message can have at most 10 files. Not added: “10”.'],
    [9, 3, 1, 'A message can have at most 10 files. Not added: “1”, “2”.'],
    [10, 1, 0, 'A message can have at most 10 files. Not added: “0”.'],
  ])('with %i files, of %i more %i are added', (before, chosen, added, refused) => {
    const result = withinLimit(files(before), files(chosen))
    expect([result.added.length, result.refused]).toEqual([added, refused])
  })

  test('does not count what is gone', () => {
    expect(withinLimit(files(10, gone), files(10)).added).toHaveLength(10)
  })
})

describe('the state of a file', () => {
  test.each([
    [uploaded('a'), undefined, 'uploaded'],
    // What is stored counts more than what this page did before.
    [uploaded('a'), { state: 'failed', problem: 'x' } as const, 'uploaded'],
    [gone('a'), undefined, 'gone'],
    [file('a'), { state: 'waiting' } as const, 'waiting'],
    [file('a'), { state: 'uploading', part: 0.5 } as const, 'uploading'],
    [file('a'), undefined, 'interrupted'],
  ])('of %o with %o is %s', (of, transfer, state) => {
    expect(stateOf(of, transfer).state).toBe(state)
  })
})

describe('what is sent', () => {
  test('are the uploaded files in their order, without those that are gone', () => {
    const { files, problems } = sendable([uploaded('b'), gone('x'), uploaded('a')])
    expect(files.map(({ id }) => id)).toEqual(['attachment:b', 'attachment:a'])
    expect(problems).toEqual([])
  })

  test('is nothing while one is not uploaded', () => {
    expect(sendable([uploaded('b'), file('a')]).problems).toEqual(['“a” was not uploaded. Try again, or remove it.'])
  })
})

describe('a name', () => {
  test.each([
    ['photo.jpg', 'photo.jpg'],
    ['a/b\\c\r\n\0.txt', 'a_b_c___.txt'],
    ['\u{d800}.txt', '\u{fffd}.txt'],
    ['', 'file'],
    ['👋'.repeat(255), '👋'.repeat(255)],
    [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(250)}.jpeg`],
  ])('%j is sent as %j', (name, accepted) => {
    expect(acceptedName(name)).toBe(accepted)
    expect([...accepted].length).toBeLessThanOrEqual(255)
  })
})

describe('why a file was refused', () => {
  const detail = JSON.stringify({ detail: 'The detail.' })
  test.each([
    [413, detail, 'It is too large. The detail.'],
    [415, detail, 'Files of this type are not accepted. The detail.'],
    [422, detail, 'It was rejected. The detail.'],
    [429, detail, 'There are too many uploads, or files that were not sent. The detail.'],
    [500, detail, 'The service did not accept it. The detail.'],
    [413, '{"detail":"It must have at most 26214400 bytes."}', 'It is too large. It must have at most 26.2 MB.'],
    // Of a proxy, and without an answer.
    [413, '<html>', 'It is too large.'],
    [400, '{"detail":42}', 'The service did not accept it.'],
    [0, '', 'There is no connection. Try again when it is back.'],
    [401, detail, 'Your session has ended. Sign in, and try again.'],
  ])('%i with %j: %s', (status, body, text) => {
    expect(refusalText(status, body)).toBe(text)
  })
})

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1550, '1.6 kB'],
  [26_214_400, '26.2 MB'],
  [262_144_000, '262 MB'],
  [1_000_000_000, '1 GB'],
])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))

test('types that people know have their names', () => {
  expect(['application/pdf', 'image/heic'].map(typeText)).toEqual(['PDF', 'image/heic'])
})

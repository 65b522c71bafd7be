import { describe, expect, test } from 'vitest'
import { answersIn, type Happening, waitingAfter } from '../../src/cases/values/comment-effects.rules.ts'

const openCase: Happening = { login: 'OPERATOR', isClosed: false, wasClosed: false, comments: [] }
const publicly = { comments: [{ internal: false }] }
const internally = { comments: [{ internal: true }] }
const closing = { isClosed: true }
const reopening = { wasClosed: true }
const staysClosed = { isClosed: true, wasClosed: true }

type Row = [what: string, happening: Partial<Happening>, ifWaiting: boolean, ifNot: boolean]

const rows: Row[] = [
  ['another change', {}, true, false],
  ['a public comment by an operator', publicly, false, false],
  ['an internal comment', internally, true, false],
  ['both kinds of comments by an operator', { comments: [{ internal: true }, { internal: false }] }, false, false],
  ['a comment by the party', { login: 'PARTY', ...publicly }, true, true],
  ['a comment by a consumer, or by nobody who is known', { login: null, ...publicly }, true, false],
  ['a closing', closing, false, false],
  ['a closing by the party with a comment', { login: 'PARTY', ...closing, ...publicly }, false, false],
  ['a comment by the party on a closed case', { login: 'PARTY', ...staysClosed, ...publicly }, true, true],
  ['an internal comment on a closed case', { ...staysClosed, ...internally }, true, false],
  ['an answer on a closed case', { ...staysClosed, ...publicly }, false, false],
  ['a change of a closed case by the party', { login: 'PARTY', ...staysClosed }, true, false],
  ['a reopening by the party', { login: 'PARTY', ...reopening }, true, true],
  ['a reopening by an operator', reopening, true, false],
  ['a reopening by an operator with a comment', { ...reopening, ...publicly }, false, false],
]

test.each(rows)('after %s', (_what, happening, ifWaiting, ifNot) => {
  const after = { ...openCase, ...happening }
  const waits = (since: string | null) =>
    waitingAfter({ customerWaitingSince: since, answered: false }, after, 'now').customerWaitingSince
  expect([waits('before'), waits(null)]).toEqual([ifWaiting ? 'before' : null, ifNot ? 'now' : null])
})

describe('a new case', () => {
  test.each([
    ['waits', {}, true],
    ['waits, although an operator says what it is about', publicly, true],
    ['does not wait if an operator also answers', { comments: [{ internal: false }, { internal: false }] }, false],
    ['waits if an operator adds an internal comment', { comments: [{ internal: false }, { internal: true }] }, true],
    ['does not wait if it is closed', closing, false],
  ])('%s', (_what, happening, waits) => {
    const after = { ...openCase, ...happening }
    const created = { customerWaitingSince: 'now', answered: false }
    const { customerWaitingSince } = waitingAfter(created, { ...after, comments: answersIn(after.comments) }, 'now')
    expect(customerWaitingSince).toBe(waits ? 'now' : null)
  })
})

import { describe, expect, test } from 'vitest'
import type { Viewer } from '../../src/viewer/viewer.ts'
import { matchesCase } from '../../src/feed/visibility/event-filter.ts'
import type { FeedEvent } from '../../src/feed/read-feed.ts'
import { follows, mayHaveTakenAway, type RelatedCase } from '../../src/feed/visibility/visibility.rules.ts'
import { catalogueOf, touchpoint } from '../support/data/catalogue-rows.ts'

const granted = { typeCodes: ['T'], categoryCodes: ['C'] }
const catalogue = catalogueOf(
  ['T'],
  [touchpoint('seeing', { ...granted, modify: [false] }), touchpoint('modifying', { ...granted, modify: [true] })],
)

const viewerOf = (values: Partial<Viewer>) =>
  ({ login: 'OPERATOR', personId: 1, email: 'olga@example.com', touchpointCode: 'seeing', ...values }) as Viewer
const rowOf = (values: Partial<RelatedCase>) =>
  ({
    typeCode: 'T',
    categoryCode: 'C',
    partyId: 2,
    assigneeId: 3,
    groupName: null,
    viewerAuthorised: false,
    viewerInGroup: false,
    ...values,
  }) as RelatedCase
const eventOf = (member: string, from: unknown, to: unknown = null) =>
  ({ changes: [{ path: [member], from, to }] }) as unknown as FeedEvent

describe('a case is followed', () => {
  test.each<[who: string, expected: boolean, viewer: Partial<Viewer>, row: Partial<RelatedCase>]>([
    ['by its party', true, { login: 'PARTY', personId: 2 }, {}],
    [
      'by no other party, also where the touchpoint is granted it',
      false,
      { login: 'PARTY', touchpointCode: 'modifying' },
      {},
    ],
    ['by an operator whose touchpoint is granted it', true, { touchpointCode: 'modifying' }, {}],
    ['by its assignee', true, { personId: 3 }, {}],
    ['by a member of its group', true, {}, { viewerInGroup: true }],
    ['by no operator without a relation', false, {}, {}],
  ])('%s: %s', (_, expected, viewer, row) => {
    expect(follows(viewerOf(viewer), rowOf(row), catalogue)).toBe(expected)
  })
})

describe('an event may have taken the case away', () => {
  const scope = { types: new Set(['T']), groups: new Set(['Ours']) }
  test.each<[what: string, expected: boolean, viewer: Partial<Viewer>, event: FeedEvent]>([
    ['from its assignee, in any letter case', true, {}, eventOf('assignee', 'OLGA@example.com')],
    ['not from another operator', false, {}, eventOf('assignee', 'omar@example.com')],
    ['not from the new assignee', false, {}, eventOf('assignee', null, 'olga@example.com')],
    ['from a group of the viewer', true, {}, eventOf('group', 'Ours')],
    ['not from another group', false, {}, eventOf('group', 'Theirs')],
    ['from those authorised for the type', true, {}, eventOf('typeCode', 'T')],
    ['not from those authorised for another type', false, {}, eventOf('typeCode', 'U')],
    ['from those whose touchpoint is granted types', true, { touchpointCode: 'modifying' }, eventOf('typeCode', 'U')],
    [
      'from those whose touchpoint is granted categories',
      true,
      { touchpointCode: 'modifying' },
      eventOf('categoryCode', 'C'),
    ],
    ['not by its category from others', false, {}, eventOf('categoryCode', 'C')],
    ['not by another value', false, { touchpointCode: 'modifying' }, eventOf('status', 'Open')],
    ['not from a party', false, { login: 'PARTY', touchpointCode: 'modifying' }, eventOf('categoryCode', 'C')],
  ])('%s: %s', (_, expected, viewer, event) => {
    expect(mayHaveTakenAway(viewerOf(viewer), scope, event, catalogue)).toBe(expected)
  })
})

describe('a case is mine', () => {
  const nothing = eventOf('status', 'Open', 'Closed')
  const groups = new Set(['Ours'])
  test.each<[what: string, expected: boolean, row: Partial<RelatedCase>, event: FeedEvent, isTakenAway?: boolean]>([
    ['if I am its assignee', true, { assigneeId: 1 }, nothing],
    ['if I am its party', true, { partyId: 1 }, nothing],
    ['if it has one of my groups', true, { viewerInGroup: true }, nothing],
    ['not otherwise', false, {}, nothing],
    ['if the event took it from me', true, {}, eventOf('assignee', 'olga@example.com')],
    ['if the event gave it to me', true, {}, eventOf('assignee', null, 'Olga@example.com')],
    ['if the event took it from my group', true, {}, eventOf('group', 'Ours')],
    ['if the event gave it to my group', true, {}, eventOf('group', null, 'Ours')],
    ['not if others got it', false, {}, eventOf('group', 'Theirs', 'Others')],
    ['not by what an event set that took it away', false, {}, eventOf('group', null, 'Ours'), true],
  ])('%s: %s', (_, expected, row, event, isTakenAway = false) => {
    const found = { row: rowOf(row), groups, isTakenAway }
    expect(matchesCase({ mine: true }, event, viewerOf({}), found)).toBe(expected)
  })
})

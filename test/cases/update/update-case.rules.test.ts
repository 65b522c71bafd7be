import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../../src/viewer/viewer.ts'
import { buildCatalogue, type CatalogueRow } from '../../../src/catalogue/catalogue.ts'
import type { LoadedCase } from '../../../src/cases/case-facts.ts'
import type { CaseInput } from '../../../src/cases/values/case-values.ts'
import { toFieldDefinition } from '../../../src/configuration/items/field-format.ts'
import { decideValues } from '../../../src/cases/update/update-case.rules.ts'
import { category, touchpoint, type, typeCategory } from '../../support/data/catalogue-rows.ts'

const name = (text: string, active = true) => ({
  version: 1,
  name: text,
  active,
  isDefault: false,
  afterPartyComment: null,
  pausesSla: false,
  settableBy: 'ALL' as const,
})
const status = (text: string, active = true, closed = false) => ({ ...name(text, active), closed })

const row: CatalogueRow = {
  revision: 'r',
  categories: [
    category('A'),
    category('B'),
    category('old', false),
    category('root', true, true),
    category('oldRoot', false, true),
  ],
  types: [type('plain'), type('sized'), type('wide'), type('gone', false), type('dated')],
  fields: [
    { typeCode: 'sized', ...toFieldDefinition({ name: 'size', kind: 'INTEGER', minimum: 1, maximum: 9 }) },
    { typeCode: 'wide', ...toFieldDefinition({ name: 'size', kind: 'INTEGER', minimum: 5 }) },
    { typeCode: 'wide', ...toFieldDefinition({ name: 'open', kind: 'BOOLEAN' }) },
    { typeCode: 'dated', ...toFieldDefinition({ name: 'day', kind: 'DATE', required: 'WHEN_CLOSED' }) },
    {
      typeCode: 'dated',
      ...toFieldDefinition({ name: 'hue', kind: 'CHOICE', choices: [{ value: 'a' }], required: 'NEVER' }),
    },
  ],
  typeCategories: [
    ...['plain', 'sized', 'wide', 'gone', 'dated'].map((code) => typeCategory(code, 'A')),
    ...['B', 'old', 'root'].map((code) => typeCategory('plain', code)),
    typeCategory('sized', 'B'),
    typeCategory('wide', 'B', false),
  ],
  statuses: [
    ...['new', 'open', 'done', 'final'].map((text) => status(text)),
    status('shut', true, true),
    status('stale', false),
  ],
  resolutions: [name('none'), name('fixed'), name('faxed', false)],
  transitions: [
    { from: 'done', to: 'open' },
    { from: 'done', to: 'stale' },
    { from: 'final', to: 'final' },
  ],
  touchpoints: [
    touchpoint('all', { allTypeCategories: true }),
    touchpoint('few', { typeCodes: ['plain', 'wide'], categoryCodes: ['B', 'A'], modify: [false, false] }),
  ],
  calendars: [],
  slaPolicies: [],
  tags: [],
  replies: [],
}

const catalogue = buildCatalogue(row)

const viewer: Viewer = {
  touchpointCode: 'all',
  personId: 1,
  login: 'OPERATOR',
  firstname: 'Olga',
  email: 'olga@example.com',
  revision: 'r',
}

const current: LoadedCase = {
  id: 1,
  version: 1,
  typeCode: 'plain',
  categoryCode: 'A',
  status: 'new',
  resolution: 'none',
  subject: null,
  priority: 'NORMAL',
  customerWaitingSince: null,
  latestCommentVersion: 0,
  latestCommentAuthorId: null,
  tags: [],
  mergedIntoId: null,
  answered: false,
  deadlines: null,
  dueAt: null,
  overdueAt: null,
  caseData: {},
  partyId: null,
  assigneeId: null,
  groupId: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  viewerAuthorised: true,
  viewerInGroup: false,
}

/** What differs from the case and the viewer above. */
type Differences = Partial<LoadedCase & Pick<Viewer, 'touchpointCode'>>

function factsWith({ touchpointCode = 'all', ...changes }: Differences) {
  return { viewer: { ...viewer, touchpointCode }, case: { ...current, ...changes } }
}

function problemsOf(input: CaseInput, differences: Differences = {}): string[] {
  const facts = factsWith(differences)
  const decided = decideValues(facts, { categoryCode: 'A', typeCode: 'plain', ...input }, catalogue)
  return 'problems' in decided ? decided.problems.map(({ code, path }) => [code, ...path].join(' ')) : []
}

describe('the codes of an update', () => {
  const few = { touchpointCode: 'few' }
  const cases: [claim: string, input: CaseInput, problems: string, differences?: Differences][] = [
    [
      'are both required',
      { categoryCode: null, typeCode: undefined },
      'CodeRequired categoryCode, CodeRequired typeCode',
    ],
    ['may stay unchanged', {}, ''],
    ['may change to a granted type category', { categoryCode: 'B' }, ''],
    ['are invalid, not missing, if empty', { categoryCode: '' }, 'InvalidCode categoryCode'],
    ['name an unknown category', { categoryCode: 'X' }, 'InvalidCode categoryCode'],
    ['differ in letter case', { categoryCode: 'a' }, 'InvalidCode categoryCode'],
    ['name an inactive category', { categoryCode: 'old' }, 'InvalidCode categoryCode'],
    ['name an unknown type', { typeCode: 'X' }, 'InvalidCode typeCode'],
    ['name an unknown category and an unknown type', { categoryCode: 'X', typeCode: 'X' }, 'InvalidCode categoryCode'],
    ['name an inactive type', { typeCode: 'gone' }, 'InvalidCode typeCode'],
    ['name an inactive type category', { categoryCode: 'B', typeCode: 'wide' }, 'InvalidCode typeCode'],
    ['name a type category that does not exist', { categoryCode: 'B', typeCode: 'gone' }, 'InvalidCode typeCode'],
    ['name a type category that is not granted', { typeCode: 'sized' }, 'InvalidCode typeCode', few],
    ['name a granted type category', { categoryCode: 'B' }, '', few],
    ['may stay even if they were never granted', {}, '', few],
    ['may stay even if inactive', { typeCode: 'gone' }, '', { typeCode: 'gone' }],
    ['may stay in an inactive category', { categoryCode: 'old' }, '', { categoryCode: 'old' }],
    ['move into a system category', { categoryCode: 'root' }, 'CategorySystemNode categoryCode'],
    ['move into an inactive system category', { categoryCode: 'oldRoot' }, 'CategorySystemNode categoryCode'],
    ['move out of a system category', {}, 'CategorySystemNode categoryCode', { categoryCode: 'root' }],
    [
      'are missing on a case in a system category',
      { categoryCode: null },
      'CodeRequired categoryCode, CategorySystemNode categoryCode',
      { categoryCode: 'root' },
    ],
    [
      'are missing in addition to a system category',
      { categoryCode: 'root', typeCode: null },
      'CodeRequired typeCode, CategorySystemNode categoryCode',
    ],
  ]
  it.each(cases)('%s', (_name, input, problems, facts) => {
    expect(problemsOf(input, facts).join(', ')).toBe(problems)
  })
})

it('an update has the sent values, and the current ones where none is sent', () => {
  const facts = factsWith({})
  const { caseData } = current
  const unset = { subject: null, priority: 'NORMAL', tags: [] as string[] } as const
  const kept = { ...unset, typeCode: 'plain', categoryCode: 'A', status: 'new', resolution: 'none', caseData }
  const texts = { typeCode: 'plain', categoryCode: 'B', status: 'open', resolution: 'fixed' }
  const moved = { ...texts, subject: 'Changed', priority: 'HIGH', tags: ['VIP'] as string[] } as const
  const codes = { categoryCode: 'A', typeCode: 'plain' }
  expect(decideValues(facts, codes, catalogue)).toEqual({ values: kept })
  expect(decideValues(facts, { ...moved, caseData: {} }, catalogue)).toEqual({ values: { ...moved, caseData } })
})

describe('the names of an update', () => {
  const inactive = { status: 'stale', resolution: 'faxed' }
  const cases: [claim: string, input: CaseInput, problems: string, differences?: Partial<LoadedCase>][] = [
    ['may be any active names', { status: 'final', resolution: 'fixed' }, ''],
    ['must be known', { status: 'x', resolution: 'y' }, 'InvalidName status, InvalidName resolution'],
    ['are invalid if empty', { status: '', resolution: '' }, 'InvalidName status, InvalidName resolution'],
    ['must be active', inactive, 'InvalidName status, InvalidName resolution'],
    ['may stay even if inactive', inactive, '', inactive],
    ['may follow a transition', { status: 'open' }, '', { status: 'done' }],
    ['may not change without a transition', { status: 'new' }, 'InvalidName status', { status: 'done' }],
    ['may not become inactive ones', { status: 'stale' }, 'InvalidName status', { status: 'done' }],
    ['may stay even if there are transitions', { status: 'done' }, '', { status: 'done' }],
    ['may not leave a final status', { status: 'open' }, 'InvalidName status', { status: 'final' }],
    ['may leave an inactive status', { status: 'open' }, '', { status: 'stale' }],
    ['are checked if codes are missing', { typeCode: null, status: 'x' }, 'CodeRequired typeCode, InvalidName status'],
  ]
  it.each(cases)('%s', (_name, input, problems, facts) => {
    expect(problemsOf(input, facts).join(', ')).toBe(problems)
  })

  it('lists the allowed next statuses', () => {
    const decided = decideValues(
      factsWith({ status: 'done' }),
      { categoryCode: 'A', typeCode: 'plain', status: 'new' },
      catalogue,
    )
    expect(decided).toMatchObject({ problems: [{ message: 'After done, status must be one of: done, open.' }] })
  })
})

describe('the case data of an update', () => {
  const sized: Partial<LoadedCase> = { typeCode: 'sized', caseData: { size: 3 } }
  const cases: [claim: string, input: CaseInput, problems: string, differences?: Partial<LoadedCase>][] = [
    ['is checked against the new type', { typeCode: 'sized', caseData: { size: 3 } }, ''],
    ['is checked against its type', { typeCode: 'sized', caseData: {} }, 'invalidCaseField caseData size', sized],
    ['must be an object', { caseData: 3 }, 'invalidCaseField caseData'],
    ['is not checked if a code is wrong', { typeCode: 'X', caseData: 3 }, 'InvalidCode typeCode'],
    ['is reported after the names', { status: 'x', caseData: [] }, 'InvalidName status, invalidCaseField caseData'],
    [
      'has one problem for each field, unknown fields last',
      { typeCode: 'wide', caseData: { z: 1, size: 4, y: null } },
      ['size', 'open', 'z', 'y'].map((field) => `invalidCaseField caseData ${field}`).join(', '),
    ],
    ['is kept if the type stays', { typeCode: 'sized' }, '', { ...sized, caseData: {} }],
    ['must fit the new type if none is sent', { typeCode: 'sized' }, 'invalidCaseField caseData size'],
    [
      'has one problem for each stored field that does not fit',
      { typeCode: 'wide' },
      'invalidCaseField caseData size, invalidCaseField caseData open',
      sized,
    ],
  ]
  it.each(cases)('%s', (_name, input, problems, facts) => {
    expect(problemsOf(input, facts).join(', ')).toBe(problems)
  })

  const dated: Partial<LoadedCase> = { typeCode: 'dated' }
  const day = 'invalidCaseField caseData day'
  const empty = { day: null, hue: null }
  const closed = { ...dated, status: 'shut' }
  const closing = { typeCode: 'dated', status: 'shut' }
  const ofClosed: [claim: string, input: CaseInput, problems: string, differences?: Partial<LoadedCase>][] = [
    ['can be null in an open case', { typeCode: 'dated', caseData: empty }, '', dated],
    ['must not be null in a closed one', { ...closing, caseData: empty }, day, dated],
    ['is judged when a case is closed without data', closing, day, dated],
    ['is there when a case is closed without data', closing, '', { ...dated, caseData: { day: '2026-11-22' } }],
    ['is judged when a closed case changes', { typeCode: 'dated', resolution: 'fixed' }, day, closed],
    ['is not judged when a case is opened', { typeCode: 'dated', status: 'open' }, '', closed],
    ['is judged when a closed case gets the type', { typeCode: 'dated' }, day, { status: 'shut' }],
    ['is not judged when an open case gets the type', { typeCode: 'dated' }, ''],
    ['is judged in data for a new type', { ...closing, caseData: empty }, day],
    ['is not judged if a code is wrong', { typeCode: 'X', status: 'shut' }, 'InvalidCode typeCode', dated],
    ['is not judged if the status is wrong', { typeCode: 'dated', status: 'x' }, 'InvalidName status', closed],
    ['is not judged if the status may not follow', closing, 'InvalidName status', { ...dated, status: 'final' }],
    [
      'is judged if only the resolution is wrong',
      { ...closing, resolution: 'x' },
      `InvalidName resolution, ${day}`,
      dated,
    ],
  ]
  it.each(ofClosed)('that is required in closed cases %s', (_name, input, problems, facts) => {
    expect(problemsOf(input, facts).join(', ')).toBe(problems)
  })

  it('is reported only up to 100 problems of the update', () => {
    const caseData = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`unknown${index}`, 1]))
    const problems = problemsOf({ status: 'x', caseData })
    expect(problems).toHaveLength(100)
    expect(problems.at(-1)).toBe('invalidCaseField caseData unknown98')
  })

  it('keeps a choice that was removed, unless the type changes', () => {
    const sent: CaseInput = { typeCode: 'dated', caseData: { day: null, hue: 'b' } }
    expect(problemsOf(sent, { ...dated, caseData: { hue: 'b' } })).toEqual([])
    expect(problemsOf(sent, { caseData: { hue: 'b' } })).toEqual(['invalidCaseField caseData hue'])
  })

  const dataOf = (differences: Differences, input: CaseInput) => {
    const decided = decideValues(factsWith(differences), { categoryCode: 'A', typeCode: 'sized', ...input }, catalogue)
    return 'values' in decided && decided.values.caseData
  }

  it('loses the fields that the new type does not define', () => {
    expect(dataOf({ typeCode: 'wide', caseData: { size: 7, open: true } }, {})).toEqual({ size: 7 })
  })

  it('replaces the stored data', () => {
    expect(dataOf(sized, { caseData: { size: 5 } })).toEqual({ size: 5 })
  })
})

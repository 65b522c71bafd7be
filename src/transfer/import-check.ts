import { checkCaseData } from '../cases/case-data.rules.ts'
import { typeCategoryKey } from '../catalogue/type-category-key.ts'
import { emailKey } from '../people/email.ts'
import type { LoginKind } from '../people/people.entity.ts'
import { type ImportErrors, placeIn } from './import-errors.ts'
import type { ImportFile, Item } from './import-format.ts'
import { authorKey, type Known, personKey } from './reference-data.ts'

/** Checks what one part of the file says of another or of the database, and that nothing is in the file twice. */
export function checkReferences(file: ImportFile, known: Known, errors: ImportErrors): void {
  checkTouchpoints(file, known, errors)
  checkCatalogue(file, known, errors)
  checkPeople(file, known, errors)
  checkSessions(file, known, errors)
  checkCases(file, known, errors)
}

function checkTouchpoints({ touchpoints }: ImportFile, known: Known, errors: ImportErrors): void {
  refuseRepeats('touchpoints', '.code', touchpoints.items, ({ code }) => code, errors)
  for (const [index, { typeCategories }] of touchpoints.items) {
    const place = `touchpoints[${index}].typeCategories`
    refuseRepeats(place, '', entries(typeCategories), typeCategoryKey, errors)
    for (const [at, pair] of entries(typeCategories)) needPair(`${place}[${at}]`, pair, known, errors)
  }
}

function checkCatalogue(file: ImportFile, known: Known, errors: ImportErrors): void {
  const { categories, types, typeCategories, statuses, transitions, resolutions } = file
  refuseRepeats('categories', '.code', categories.items, ({ code }) => code, errors)
  refuseRepeats('types', '.code', types.items, ({ code }) => code, errors)
  for (const [index, { fields }] of types.items) {
    refuseRepeats(`types[${index}].fields`, '.name', entries(fields), ({ name }) => name, errors)
  }
  refuseRepeats('typeCategories', '', typeCategories.items, typeCategoryKey, errors)
  for (const [index, { typeCode, categoryCode }] of typeCategories.items) {
    need(`typeCategories[${index}].typeCode`, typeCode, known.types, 'case type', errors)
    need(`typeCategories[${index}].categoryCode`, categoryCode, known.categories, 'case category', errors)
  }
  refuseRepeats('statuses', '.name', statuses.items, ({ name }) => name, errors)
  refuseRepeats('transitions', '', transitions.items, ({ from, to }) => `${from}\0${to}`, errors)
  for (const [index, { from, to }] of transitions.items) {
    need(`transitions[${index}].from`, from, known.statuses, 'status', errors)
    need(`transitions[${index}].to`, to, known.statuses, 'status', errors)
  }
  refuseRepeats('resolutions', '.name', resolutions.items, ({ name }) => name, errors)
}

function checkPeople(file: ImportFile, known: Known, errors: ImportErrors): void {
  for (const section of ['operators', 'parties', 'consumers'] as const) {
    refuseRepeats(section, '.email', file[section].items, ({ email }) => emailKey(email), errors)
  }
  refuseRepeats('operatorGroups', '.name', file.operatorGroups.items, ({ name }) => name, errors)
  for (const section of ['operators', 'operatorGroups'] as const) {
    for (const [index, { typeCodes }] of file[section].items) {
      const place = `${section}[${index}].typeCodes`
      refuseRepeats(place, '', entries(typeCodes), (code) => code, errors)
      for (const [at, code] of entries(typeCodes)) need(`${place}[${at}]`, code, known.types, 'case type', errors)
    }
  }
  for (const [index, { memberEmails }] of file.operatorGroups.items) {
    const place = `operatorGroups[${index}].memberEmails`
    refuseRepeats(place, '', entries(memberEmails), emailKey, errors)
    for (const [at, email] of entries(memberEmails)) needPerson(`${place}[${at}]`, 'OPERATOR', email, known, errors)
  }
}

function checkSessions({ sessions }: ImportFile, known: Known, errors: ImportErrors): void {
  refuseRepeats('sessions', '.token', sessions.items, ({ token }) => token, errors)
  for (const [index, { touchpointCode, login, email }] of sessions.items) {
    need(`sessions[${index}].touchpointCode`, touchpointCode, known.touchpoints, 'touchpoint', errors)
    needPerson(`sessions[${index}].email`, login, email, known, errors)
  }
}

function checkCases({ cases }: ImportFile, known: Known, errors: ImportErrors): void {
  refuseRepeats('cases', '.id', cases.items, ({ id }) => id, errors)
  for (const [index, item] of cases.items) {
    const place = `cases[${index}]`
    needPair(place, item, known, errors)
    need(`${place}.status`, item.status, known.statuses, 'status', errors)
    need(`${place}.resolution`, item.resolution, known.resolutions, 'resolution', errors)
    if (item.partyEmail != null) needPerson(`${place}.partyEmail`, 'PARTY', item.partyEmail, known, errors)
    if (item.assigneeEmail != null) {
      needPerson(`${place}.assigneeEmail`, 'OPERATOR', item.assigneeEmail, known, errors)
    }
    if (item.groupName != null) {
      need(`${place}.groupName`, item.groupName, known.operatorGroups, 'operator group', errors)
    }
    checkImportedCaseData(`${place}.caseData`, item, known, errors)
    checkCommentReferences(`${place}.comments`, item, known, errors)
  }
}

function checkImportedCaseData(place: string, item: Item<'cases'>, known: Known, errors: ImportErrors): void {
  const fields = known.fields.get(item.typeCode)
  if (item.caseData == null || item.outdatedCaseData || !fields) return
  for (const { field, message } of checkCaseData(fields, item.caseData).problems) {
    errors.add(placeIn(place, field === null ? [] : [field]), message)
  }
}

function checkCommentReferences(place: string, item: Item<'cases'>, known: Known, errors: ImportErrors): void {
  for (const [index, comment] of entries(item.comments)) {
    const { authorEmail, touchpointCode } = comment
    if (authorKey(comment, item, known.persons) === undefined) {
      const noun = comment.authorLogin ? nouns[comment.authorLogin] : 'operator, party or consumer'
      errors.add(`${place}[${index}].authorEmail`, `there is no ${noun} ${JSON.stringify(authorEmail)}`)
    }
    if (touchpointCode != null) {
      need(`${place}[${index}].touchpointCode`, touchpointCode, known.touchpoints, 'touchpoint', errors)
    }
  }
}

const nouns = { OPERATOR: 'operator', PARTY: 'party', CONSUMER: 'consumer' } as const

function need(place: string, name: string, names: ReadonlySet<string>, noun: string, errors: ImportErrors): void {
  if (!names.has(name)) errors.add(place, `there is no ${noun} ${JSON.stringify(name)}`)
}

function needPerson(place: string, kind: LoginKind, email: string, known: Known, errors: ImportErrors): void {
  if (!known.persons.has(personKey(kind, email))) {
    errors.add(place, `there is no ${nouns[kind]} ${JSON.stringify(email)}`)
  }
}

function needPair(
  place: string,
  pair: { typeCode: string; categoryCode: string },
  known: Known,
  errors: ImportErrors,
): void {
  const { typeCode, categoryCode } = pair
  if (known.pairs.has(typeCategoryKey(pair))) return
  need(`${place}.typeCode`, typeCode, known.types, 'case type', errors)
  need(`${place}.categoryCode`, categoryCode, known.categories, 'case category', errors)
  if (known.types.has(typeCode) && known.categories.has(categoryCode)) {
    const names = `${JSON.stringify(typeCode)} in the case category ${JSON.stringify(categoryCode)}`
    errors.add(`${place}.categoryCode`, `typeCategories has no case type ${names}`)
  }
}

function refuseRepeats<Content>(
  place: string,
  member: string,
  items: Iterable<[number, Content]>,
  keyOf: (item: Content) => string | number,
  errors: ImportErrors,
): void {
  const first = new Map<string | number, number>()
  for (const [index, item] of items) {
    const key = keyOf(item)
    const before = first.get(key)
    if (before === undefined) first.set(key, index)
    else errors.add(`${place}[${index}]${member}`, `is the same as ${place}[${before}]${member}`)
  }
}

function entries<Content>(list: readonly Content[] | null | undefined): Iterable<[number, Content]> {
  return (list ?? []).entries()
}

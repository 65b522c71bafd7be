import { typeCategoryKey } from '../../catalogue/type-category-key.ts'
import { emailKey } from '../../people/email.ts'
import { checkIdentity } from './check-identity.ts'
import type { ImportErrors } from './import-errors.ts'
import type { ImportedComment, ImportFile, Section } from '../format/import-format.ts'
import { forEachSection, keyMembers, keyOf } from './natural-keys.ts'
import { ReferenceChecks } from './reference-checks.ts'
import type { ReferenceData } from './reference-data.ts'
import type { StoredData } from './stored-data.ts'

/** Checks that all references of the file have a target, that caseData fits its type, and that no item is repeated. */
export function checkReferences(
  file: ImportFile,
  reference: ReferenceData,
  stored: StoredData,
  errors: ImportErrors,
): void {
  const check = new ReferenceChecks(reference, errors)
  forEachSection((name) => {
    const [member, ...others] = keyMembers[name]
    check.unique<object>(name, others.length === 0 ? `.${member}` : '', file[name].items, (item) => keyOf(name, item)!)
  })
  checkTouchpoints(file, stored, check, errors)
  checkCatalogue(file, check)
  checkPeople(file, check)
  checkIdentity(file, stored.identity, errors)
  checkSessions(file, check)
  checkCases(file, check)
}

function checkTouchpoints(
  { touchpoints }: ImportFile,
  { keys }: StoredData,
  check: ReferenceChecks,
  errors: ImportErrors,
): void {
  for (const [index, { code, name, typeCategories, logins, registers }] of touchpoints.items) {
    if (name == null && !keys.touchpoints.has(code)) {
      errors.add(`touchpoints[${index}].name`, 'is required, because the database does not have the touchpoint')
    }
    check.unique(`touchpoints[${index}].logins`, '', entries(logins), (kind) => kind)
    check.unique(`touchpoints[${index}].registers`, '', entries(registers), (kind) => kind)
    const path = `touchpoints[${index}].typeCategories`
    check.unique(path, '', entries(typeCategories), typeCategoryKey)
    for (const [at, codes] of entries(typeCategories)) check.typeCategory(`${path}[${at}]`, codes)
  }
}

function checkCatalogue(file: ImportFile, check: ReferenceChecks): void {
  const { types, typeCategories, statuses, transitions, resolutions } = file
  for (const [index, { fields }] of types.items) {
    check.unique(`types[${index}].fields`, '.name', entries(fields), ({ name }) => name)
  }
  for (const [index, { typeCode, categoryCode, groupName }] of typeCategories.items) {
    check.exists(`typeCategories[${index}].typeCode`, 'types', typeCode)
    check.exists(`typeCategories[${index}].categoryCode`, 'categories', categoryCode)
    check.exists(`typeCategories[${index}].groupName`, 'operatorGroups', groupName)
  }
  for (const [index, { from, to }] of transitions.items) {
    check.exists(`transitions[${index}].from`, 'statuses', from)
    check.exists(`transitions[${index}].to`, 'statuses', to)
  }
  check.unique('statuses', '.default', defaults(statuses), () => 'default')
  check.unique('resolutions', '.default', defaults(resolutions), () => 'default')
}

function defaults<Content extends { default?: boolean | null | undefined }>({ items }: Section<Content>) {
  return items.entries().filter(([, item]) => item.default)
}

function checkPeople(file: ImportFile, check: ReferenceChecks): void {
  for (const section of ['operators', 'operatorGroups'] as const) {
    for (const [index, { typeCodes }] of file[section].items) {
      const path = `${section}[${index}].typeCodes`
      check.unique(path, '', entries(typeCodes), (code) => code)
      for (const [at, code] of entries(typeCodes)) check.exists(`${path}[${at}]`, 'types', code)
    }
  }
  for (const [index, { memberEmails }] of file.operatorGroups.items) {
    const path = `operatorGroups[${index}].memberEmails`
    check.unique(path, '', entries(memberEmails), emailKey)
    for (const [at, email] of entries(memberEmails)) check.person(`${path}[${at}]`, 'OPERATOR', email)
  }
}

function checkSessions({ sessions }: ImportFile, check: ReferenceChecks): void {
  check.unique('sessions', '.token', sessions.items, ({ token }) => token)
  for (const [index, { touchpointCode, login, email }] of sessions.items) {
    check.exists(`sessions[${index}].touchpointCode`, 'touchpoints', touchpointCode)
    check.person(`sessions[${index}].email`, login, email)
  }
}

function checkCases({ cases }: ImportFile, check: ReferenceChecks): void {
  check.unique('cases', '.id', cases.items, ({ id }) => id)
  for (const [index, item] of cases.items) {
    const path = `cases[${index}]`
    check.typeCategory(path, item)
    check.exists(`${path}.status`, 'statuses', item.status)
    check.exists(`${path}.resolution`, 'resolutions', item.resolution)
    check.person(`${path}.partyEmail`, 'PARTY', item.partyEmail)
    check.person(`${path}.assigneeEmail`, 'OPERATOR', item.assigneeEmail)
    check.exists(`${path}.groupName`, 'operatorGroups', item.groupName)
    check.caseData(`${path}.caseData`, item)
    for (const [at, comment] of entries<ImportedComment>(item.comments)) {
      const author = { email: comment.authorEmail, login: comment.authorLogin }
      check.author(`${path}.comments[${at}].authorEmail`, author, item)
      check.exists(`${path}.comments[${at}].touchpointCode`, 'touchpoints', comment.touchpointCode)
    }
    for (const [at, event] of entries(item.history)) {
      check.author(`${path}.history[${at}].actorEmail`, { email: event.actorEmail, login: event.actorLogin }, item)
      check.exists(`${path}.history[${at}].touchpointCode`, 'touchpoints', event.touchpointCode)
    }
  }
}

function entries<Content>(list: readonly Content[] | null | undefined): Iterable<[number, Content]> {
  return (list ?? []).entries()
}

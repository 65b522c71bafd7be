import { checkImportedData } from '../../cases/case-data.rules.ts'
import type { FieldDefinition } from '../../catalogue/field-definition.ts'
import { type Path, personKey, personNouns } from '../../configuration/items/items.rules.ts'
import type { Plan } from '../../configuration/plan/plan-configuration.ts'
import type { Problems } from '../../configuration/items/problems.rules.ts'
import { checkRepeated, type Targets } from '../../configuration/plan/references.rules.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import type { ImportedComment, ImportFile, Item } from '../format/import-format.ts'
import { authorKey, type PossibleAuthor } from './person-keys.ts'

/** The fields of a type after the import, in their order. Undefined if the type is malformed in the file. */
export type FieldsOf = (typeCode: string) => readonly FieldDefinition[] | undefined

export function fieldsAfter({ configuration, fields }: Plan, malformed: ReadonlySet<string>): FieldsOf {
  const { catalogue } = configuration
  const isType = (code: string) =>
    !malformed.has(code) && (catalogue.types.has(code) || configuration.opened('types').has(code))
  return (code) => (isType(code) ? (fields.get(code)?.after ?? catalogue.types.get(code)?.fields ?? []) : undefined)
}

/** Checks the sessions and cases of a file: that what they refer to exists, and that `caseData` fits the type. */
export function checkCases(file: ImportFile, targets: Targets, fieldsOf: FieldsOf, problems: Problems): void {
  checkKeys('sessions', 'token', file.sessions.items)
  for (const [index, { touchpointCode, login, email }] of file.sessions.items) {
    targets.require(['sessions', index, 'touchpointCode'], 'touchpoints', touchpointCode)
    requirePerson(['sessions', index, 'email'], login, email)
  }
  checkKeys('cases', 'id', file.cases.items)
  for (const [index, item] of file.cases.items) checkCase(['cases', index], item)

  function checkCase(path: Path, item: Item<'cases'>): void {
    targets.requireTypeCategory(path, item)
    targets.require([...path, 'status'], 'statuses', item.status)
    targets.require([...path, 'resolution'], 'resolutions', item.resolution)
    requirePerson([...path, 'partyEmail'], 'PARTY', item.partyEmail)
    requirePerson([...path, 'assigneeEmail'], 'OPERATOR', item.assigneeEmail)
    targets.require([...path, 'groupName'], 'groups', item.groupName)
    checkData([...path, 'caseData'], item)
    for (const [at, comment] of (item.comments ?? []).entries() as Iterable<[number, ImportedComment]>) {
      const { authorEmail: email, authorLogin: login } = comment
      requireAuthor([...path, 'comments', at, 'authorEmail'], { email, login }, item)
      targets.require([...path, 'comments', at, 'touchpointCode'], 'touchpoints', comment.touchpointCode)
    }
    for (const [at, event] of (item.history ?? []).entries()) {
      const { actorEmail: email, actorLogin: login } = event
      requireAuthor([...path, 'history', at, 'actorEmail'], { email, login }, item)
      targets.require([...path, 'history', at, 'touchpointCode'], 'touchpoints', event.touchpointCode)
    }
  }

  function checkKeys<Content extends object>(
    section: string,
    member: string,
    items: ReadonlyMap<number, Content>,
  ): void {
    const indexes = [...items.keys()]
    const keys = Array.from(items.values(), (item) => String((item as Record<string, unknown>)[member]))
    checkRepeated(keys, (at) => [section, indexes[at]!, member], problems)
  }

  function requirePerson(path: Path, kind: LoginKind, email: string | null | undefined): void {
    if (email == null || targets.has('persons', personKey(kind, email))) return
    targets.addMissing(path, personNouns[kind], email)
  }

  function requireAuthor(path: Path, { email, login }: PossibleAuthor, item: Item<'cases'>): void {
    if (email == null || authorKey({ email, login }, item, (key) => targets.has('persons', key)) !== undefined) return
    targets.addMissing(path, login ? personNouns[login] : 'operator, party or consumer', email)
  }

  function checkData(path: Path, { typeCode, caseData, outdatedCaseData }: Item<'cases'>): void {
    const fields = fieldsOf(typeCode)
    if (caseData == null || outdatedCaseData || !fields) return
    for (const { field, message } of checkImportedData(fields, caseData).problems) {
      problems.add('invalidValue', field === null ? path : [...path, field], message)
    }
  }
}

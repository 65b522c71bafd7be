import { keyOf, type Path, personKey, type Problems } from '../../configuration/items/items.rules.ts'
import { emailKey } from '../../people/email.ts'
import type { LoginKind } from '../../login-kinds.ts'
import type { ImportFile, Item } from '../format/import-format.ts'
import { checkImportedData } from '../../cases/values/case-data.rules.ts'
import type { FieldDefinition } from '../../catalogue/catalogue.ts'
import { personNouns } from '../../configuration/items/sections.ts'
import { checkRepeated, type Plan, type Targets } from '../../configuration/plan/references.rules.ts'

/** Who wrote a comment of a case or made an event, where, and the place of the two in the case. */
function* authorsOf({ comments, history }: Item<'cases'>) {
  for (const [at, { authorEmail, authorLogin, touchpointCode }] of (comments ?? []).entries()) {
    yield { place: ['comments', at], member: 'authorEmail', email: authorEmail, login: authorLogin, touchpointCode }
  }
  for (const [at, { actorEmail, actorLogin, touchpointCode }] of (history ?? []).entries()) {
    yield { place: ['history', at], member: 'actorEmail', email: actorEmail, login: actorLogin, touchpointCode }
  }
}

/** The addresses that the sessions and the cases of a file refer to. */
export function* emailsOf({ sessions, cases }: ImportFile): Generator<string> {
  for (const { email } of sessions.items.values()) yield email
  for (const item of cases.items.values()) {
    const ofAuthors = authorsOf(item).map(({ email }) => email)
    for (const email of [item.partyEmail, item.assigneeEmail, ...ofAuthors]) if (email != null) yield email
  }
}

/**
 * The `personKey` of the author of a comment or the actor of an event, or undefined if no such person exists. Without a
 * login, an address that belongs to several persons means the party of the case, else an operator, a party or a
 * consumer, in this order.
 */
export function authorKey(
  email: string,
  login: LoginKind | null | undefined,
  { partyEmail }: Item<'cases'>,
  exists: (key: string) => boolean,
): string | undefined {
  const isPartyOfCase = partyEmail != null && emailKey(partyEmail) === emailKey(email)
  const kinds: readonly LoginKind[] = isPartyOfCase ? ['PARTY'] : ['OPERATOR', 'PARTY', 'CONSUMER']
  const keys = (login ? [login] : kinds).map((kind) => personKey(kind, email))
  return keys.find(exists)
}

/** The configuration after the import. Persons and groups, by `personKey` and name, have IDs when it is written. */
export type After = ReturnType<typeof configurationAfter>

export function configurationAfter({ configuration, fields }: Plan, { types: { all, items } }: ImportFile) {
  const { catalogue } = configuration
  const statuses = configuration.opened('statuses')
  const malformed = new Set(all.flatMap((item, index) => (items.has(index) ? [] : keyOf('types', item))))
  return {
    persons: configuration.opened('persons'),
    groups: configuration.opened('groups'),
    /** The fields of a type in their order. Undefined if there is no such type, or if it is malformed in the file. */
    fieldsOf(code: string): readonly FieldDefinition[] | undefined {
      if (malformed.has(code) || !configuration.get('types', code)) return undefined
      return fields.get(code)?.after ?? catalogue.types.get(code)?.fields ?? []
    },
    /** Whether a status counts as closed. */
    isClosed: (name: string) => (statuses.get(name) ?? catalogue.statuses.get(name))?.closed === true,
  }
}

/** Checks the sessions and cases of a file: that what they refer to exists, and that `caseData` fits the type. */
export function checkCases(file: ImportFile, targets: Targets, { fieldsOf }: After, problems: Problems): void {
  const { sessions, cases } = file
  const tokens = sessions.items.entries().map(([index, { token }]) => [token, ['sessions', index, 'token']] as const)
  checkRepeated(tokens, problems)
  for (const [index, { touchpointCode, login, email }] of sessions.items) {
    targets.require(['sessions', index, 'touchpointCode'], 'touchpoints', touchpointCode)
    targets.person(['sessions', index, 'email'], login, email)
  }
  const ids = cases.items.entries().map(([index, { id }]) => [`${id}`, ['cases', index, 'id']] as const)
  checkRepeated(ids, problems)
  for (const [index, item] of cases.items) checkCase(['cases', index], item)

  function checkCase(path: Path, item: Item<'cases'>): void {
    targets.requireTypeCategory(path, item)
    targets.require([...path, 'status'], 'statuses', item.status)
    targets.require([...path, 'resolution'], 'resolutions', item.resolution)
    for (const [at, code] of (item.tags ?? []).entries()) targets.require([...path, 'tags', at], 'tags', code)
    if (item.partyEmail != null) targets.person([...path, 'partyEmail'], 'PARTY', item.partyEmail)
    if (item.assigneeEmail != null) targets.person([...path, 'assigneeEmail'], 'OPERATOR', item.assigneeEmail)
    targets.require([...path, 'groupName'], 'groups', item.groupName)
    checkData([...path, 'caseData'], item)
    for (const { place, member, email, login, touchpointCode } of authorsOf(item)) {
      targets.require([...path, ...place, 'touchpointCode'], 'touchpoints', touchpointCode)
      if (email == null || authorKey(email, login, item, (key) => targets.has('persons', key)) !== undefined) continue
      const noun = login ? personNouns[login] : 'operator, party or consumer'
      targets.addMissing([...path, ...place, member], noun, email)
    }
  }

  function checkData(path: Path, { typeCode, caseData, outdatedCaseData }: Item<'cases'>): void {
    const fields = fieldsOf(typeCode)
    if (caseData == null || outdatedCaseData || !fields) return
    for (const { field, message } of checkImportedData(fields, caseData).problems) {
      problems.add('invalidValue', field === null ? path : [...path, field], message)
    }
  }
}

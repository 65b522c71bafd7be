import { checkImportedData } from '../../cases/case-data.rules.ts'
import { typeCategoryKey } from '../../catalogue/type-category-key.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import { appendPath, type ImportErrors } from './import-errors.ts'
import type { Item } from '../format/import-format.ts'
import { authorKey, personKey, type PossibleAuthor } from './person-keys.ts'
import type { ReferenceData } from './reference-data.ts'

const nouns = {
  touchpoints: 'touchpoint',
  categories: 'case category',
  types: 'case type',
  statuses: 'status',
  resolutions: 'resolution',
  operatorGroups: 'operator group',
} as const

const personNouns = { ADMIN: 'admin', OPERATOR: 'operator', PARTY: 'party', CONSUMER: 'consumer' } as const

/** The checks of `checkReferences`. Each adds its findings to the errors. Null and undefined refer to nothing. */
export class ReferenceChecks {
  #reference: ReferenceData
  #errors: ImportErrors

  constructor(reference: ReferenceData, errors: ImportErrors) {
    this.#reference = reference
    this.#errors = errors
  }

  exists(path: string, section: keyof typeof nouns, name: string | null | undefined): void {
    if (name != null && !this.#reference.keys[section].has(name)) this.#addMissing(path, nouns[section], name)
  }

  person(path: string, kind: LoginKind, email: string | null | undefined): void {
    if (email == null || this.#reference.persons.has(personKey(kind, email))) return
    this.#addMissing(path, personNouns[kind], email)
  }

  author(path: string, { email, login }: PossibleAuthor, item: Item<'cases'>): void {
    if (email == null || authorKey({ email, login }, item, this.#reference.persons) !== undefined) return
    this.#addMissing(path, login ? personNouns[login] : 'operator, party or consumer', email)
  }

  typeCategory(path: string, codes: { typeCode: string; categoryCode: string }): void {
    const { types, categories, typeCategories } = this.#reference.keys
    const { typeCode, categoryCode } = codes
    if (typeCategories.has(typeCategoryKey(codes))) return
    this.exists(`${path}.typeCode`, 'types', typeCode)
    this.exists(`${path}.categoryCode`, 'categories', categoryCode)
    if (types.has(typeCode) && categories.has(categoryCode)) {
      const codes = `case type ${JSON.stringify(typeCode)} and case category ${JSON.stringify(categoryCode)}`
      this.#errors.add(`${path}.categoryCode`, `typeCategories has no item for ${codes}`)
    }
  }

  caseData(path: string, { typeCode, caseData, outdatedCaseData }: Item<'cases'>): void {
    const fields = this.#reference.fields.get(typeCode)
    if (caseData == null || outdatedCaseData || !fields) return
    for (const { field, message } of checkImportedData(fields, caseData).problems) {
      this.#errors.add(appendPath(path, field === null ? [] : [field]), message)
    }
  }

  /** `member` is the path of the key within an item, such as `.code`. It is empty if the whole item is the key. */
  unique<Content>(
    path: string,
    member: string,
    items: Iterable<[number, Content]>,
    keyOf: (item: Content) => string | number,
  ): void {
    const firstIndexes = new Map<string | number, number>()
    for (const [index, item] of items) {
      const key = keyOf(item)
      const first = firstIndexes.get(key)
      if (first === undefined) firstIndexes.set(key, index)
      else this.#errors.add(`${path}[${index}]${member}`, `must not repeat ${path}[${first}]${member}`)
    }
  }

  #addMissing(path: string, noun: string, name: string): void {
    this.#errors.add(path, `no ${noun} ${JSON.stringify(name)} in the file or the database`)
  }
}

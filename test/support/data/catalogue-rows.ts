import { buildCatalogue, type CatalogueRow } from '../../../src/catalogue/catalogue.ts'

type TouchpointRow = CatalogueRow['touchpoints'][number]

const shared = { active: true, version: 1 }

export const category = (code: string, active = true, system = false) => ({
  ...shared,
  code,
  name: code,
  active,
  system,
})
export const type = (code: string, active = true) => ({ ...shared, code, name: code, active })
export const typeCategory = (typeCode: string, categoryCode: string, active = true) => {
  return {
    ...shared,
    typeCode,
    categoryCode,
    active,
    appVisible: true,
    defaultAnswer: null,
    groupId: null,
    slaPolicyCode: null,
  }
}

/** A touchpoint with these grants, by default none. */
export function touchpoint(code: string, grants: Partial<TouchpointRow>): TouchpointRow {
  const none = { allTypeCategories: false, typeCodes: [], categoryCodes: [], modify: [] }
  return { ...none, code, name: code, logins: [], registers: [], version: 1, ...grants }
}

/** Of these types in the category "C". */
export const catalogueOf = (typeCodes: string[], touchpoints: TouchpointRow[]) =>
  buildCatalogue({
    revision: 'r',
    categories: [category('C')],
    types: typeCodes.map((code) => type(code)),
    fields: [],
    typeCategories: typeCodes.map((code) => typeCategory(code, 'C')),
    statuses: [],
    resolutions: [],
    transitions: [],
    touchpoints,
    calendars: [],
    slaPolicies: [],
    tags: [],
    replies: [],
  })

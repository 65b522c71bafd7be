import type { Credentials } from '../requests/credentials.ts'

/**
 * A data set that shares nothing with the demonstration data. It has codes and names that differ only in letter case or
 * that are special to SQL, JavaScript or URLs, and statuses without transitions.
 */
export const codes = {
  twin: 'a',
  otherTwin: 'A',
  quoted: `it's "5 %" \\ of /it`,
  unicode: 'Störung 故障 😀',
  inherited: 'constructor',
  spaced: ' two  spaces ',
} as const

export const fieldNames = { slash: 'a/b~c', spaced: 'größe in cm', inherited: '__proto__', percent: '100 %' } as const

export const alma: Credentials = { token: 'tokén of alma 🔑', touchpoint: 'büro "1"' }
export const benno: Credentials = { token: 'benno', touchpoint: 'büro "1"' }
export const bennoAtHub: Credentials = { token: 'benno at hub', touchpoint: 'hub' }
export const cora: Credentials = { token: 'cora', touchpoint: 'büro "1"' }
export const coraAtHub: Credentials = { token: 'cora at hub', touchpoint: 'hub' }
export const coraNowhere: Credentials = { token: 'cora nowhere', touchpoint: 'nowhere' }

const everyType = Object.values(codes)

export const unusualData = {
  touchpoints: [
    {
      code: alma.touchpoint,
      name: 'Büro',
      typeCategories: [
        { typeCode: codes.twin, categoryCode: codes.twin },
        { typeCode: codes.otherTwin, categoryCode: codes.twin },
        { typeCode: codes.quoted, categoryCode: codes.quoted },
        { typeCode: codes.unicode, categoryCode: codes.unicode },
        { typeCode: codes.inherited, categoryCode: codes.inherited },
        { typeCode: codes.spaced, categoryCode: codes.spaced },
        { typeCode: codes.twin, categoryCode: 'root' },
      ],
    },
    {
      code: 'hub',
      name: 'Everything, and to modify one type category',
      allTypeCategories: true,
      typeCategories: [
        { typeCode: codes.quoted, categoryCode: codes.quoted, modifyCases: true },
        { typeCode: codes.twin, categoryCode: codes.twin },
      ],
    },
    { code: 'nowhere', name: 'Nowhere' },
  ],
  categories: [
    ...everyType.map((code) => ({ code, name: 'Same name' })),
    { code: 'root', name: 'Root', system: true },
    { code: 'gone', name: 'Gone', active: false },
  ],
  types: [
    { code: codes.twin, name: 'Small' },
    { code: codes.otherTwin, name: 'Large', fields: [{ name: 'n', kind: 'INTEGER' }] },
    { code: codes.quoted, name: 'Quoted' },
    {
      code: codes.unicode,
      name: 'Fields of odd names',
      fields: [
        { name: fieldNames.slash, label: 'Slash', kind: 'INTEGER' },
        { name: fieldNames.spaced, label: 'Größe', kind: 'DECIMAL', scale: 1 },
        { name: fieldNames.inherited, label: 'Proto', kind: 'BOOLEAN' },
        { name: fieldNames.percent, label: 'Percent', kind: 'DECIMAL' },
      ],
    },
    { code: codes.inherited, name: 'Constructor' },
    { code: codes.spaced, name: 'Spaced' },
    { code: 'idle', name: 'Inactive', active: false },
  ],
  typeCategories: [
    ...everyType.map((code) => ({ typeCode: code, categoryCode: code, appVisible: true, defaultAnswer: '' })),
    { typeCode: codes.otherTwin, categoryCode: codes.twin },
    { typeCode: codes.twin, categoryCode: 'root', appVisible: true },
    { typeCode: codes.twin, categoryCode: 'gone' },
    { typeCode: 'idle', categoryCode: codes.twin },
    { typeCode: codes.spaced, categoryCode: codes.twin, active: false },
  ],
  statuses: [
    { name: 'neu' },
    { name: 'Neu', closed: true },
    { name: 'final', closed: true },
    { name: 'stuck' },
    { name: 'constructor' },
    { name: 'hidden', active: false },
  ],
  transitions: [
    { from: 'final', to: 'final' },
    { from: 'stuck', to: 'hidden' },
    { from: 'constructor', to: 'neu' },
    { from: 'constructor', to: 'Neu' },
  ],
  resolutions: [{ name: "it's" }, { name: "It's" }, { name: 'toString' }, { name: 'hidden', active: false }],
  operators: [
    { email: 'Alma+1@Büro.example', firstname: 'Alma "A"', typeCodes: everyType },
    { email: 'benno@buero.example', firstname: 'Benno', typeCodes: [] },
    { email: 'dora@buero.example', firstname: 'Dora', typeCodes: [codes.otherTwin], active: false, blocked: true },
  ],
  operatorGroups: [
    { name: 'team', typeCodes: [codes.unicode], memberEmails: ['BENNO@buero.example'] },
    { name: 'Team', typeCodes: [codes.spaced], memberEmails: ['benno@buero.example'], active: false },
    { name: '__proto__', typeCodes: [], memberEmails: ['benno@buero.example'] },
  ],
  parties: [
    { email: 'Cora@Example.COM', firstname: 'Cora' },
    { email: 'alma+1@büro.example', firstname: 'Alma, a party too' },
  ],
  sessions: [
    { ...session(alma), login: 'OPERATOR', email: 'ALMA+1@BüRO.example' },
    { ...session(benno), login: 'OPERATOR', email: 'benno@buero.example' },
    { ...session(bennoAtHub), login: 'OPERATOR', email: 'benno@buero.example' },
    { ...session(cora), login: 'PARTY', email: 'cora@example.com' },
    { ...session(coraAtHub), login: 'PARTY', email: 'cora@example.com' },
    { ...session(coraNowhere), login: 'PARTY', email: 'cora@example.com' },
  ],
}

function session({ token, touchpoint }: Credentials): { token: string; touchpointCode: string } {
  return { token, touchpointCode: touchpoint }
}

export const typeCategory = (typeCode: string, categoryCode = typeCode) => ({ typeCode, categoryCode })
export const twins = typeCategory(codes.twin)

/** The values of a case in this data set. */
export const caseValues = { ...twins, status: 'neu', resolution: "it's", partyEmail: 'CORA@example.com', caseData: {} }

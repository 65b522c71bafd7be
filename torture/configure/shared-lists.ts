/** A list of the configuration, with the version of the item that it belongs to. */
export interface ReadList {
  version: number
  elements: string[]
}

/** A list that both admins change. */
export interface SharedList {
  /** Everything that can be in the list. */
  possible: readonly string[]
  read(data: Read): ReadList
  /** The input that replaces the list. */
  replacement(elements: string[], expectedVersion: number): object
}

interface Item {
  code: string
  name: string
  version: number
}

/** The response to `document`. */
export interface Read {
  configuration: {
    types: (Item & { fields: { name: string }[] })[]
    statuses: (Item & { transitions: string[] })[]
    touchpoints: (Item & { grants: { typeCode: string }[] })[]
  }
  groups: { nodes: (Item & { typeCodes: string[]; members: { email: string }[] })[] }
  persons: { nodes: { version: number; typeCodes: string[]; groups: { name: string }[] }[] }
}

export const document = `
query ($email: String!) {
  configuration {
    types { code version fields { name } }
    statuses { name version transitions }
    touchpoints { code version grants { typeCode } }
  }
  groups(first: 100) { nodes { name version typeCodes members { email } } }
  persons(login: OPERATOR, search: $email, first: 1) { nodes { version typeCodes groups { name } } }
}`

const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
const types = numbers.map((number) => `TYPE${number}`)
const statuses = numbers.map((number) => `Step ${number}`)
const members = Array.from({ length: 999 }, (_, index) => `member-${index + 1}-@torture.example`)
/** The operator who has a shared list. */
export const sharedEmail = 'shared@torture.example'

const operator = (email: string) => ({ login: 'OPERATOR', email, firstname: 'Olga' })

/** The items with shared lists, and what can be in the lists, as two inputs. */
export const newItems = [
  {
    categories: [{ code: 'ALL', name: 'All' }],
    types: [...types, 'SHARED'].map((code) => ({ code, name: code })),
    typeCategories: types.map((typeCode) => ({ typeCode, categoryCode: 'ALL' })),
    statuses: [...statuses, 'Shared'].map((name) => ({ name })),
    touchpoints: [{ code: 'shared', name: 'Shared' }],
    groups: [{ name: 'Shared' }, { name: 'Team' }],
    persons: [operator(sharedEmail)],
  },
  { persons: members.map(operator) },
]

const shared = <Element extends Item>(items: Element[]) =>
  items.find((item) => /^shared$/i.test(item.code ?? item.name))!

export const lists: Record<string, SharedList> = {
  'the fields of a type': {
    possible: numbers.map((number) => `field${number}`),
    read({ configuration }) {
      const { version, fields } = shared(configuration.types)
      return { version, elements: fields.map(({ name }) => name) }
    },
    replacement: (elements, expectedVersion) => ({
      types: [{ code: 'SHARED', fields: elements.map((name) => ({ name, kind: 'BOOLEAN' })), expectedVersion }],
    }),
  },
  'the transitions of a status': {
    possible: statuses,
    read({ configuration }) {
      const { version, transitions } = shared(configuration.statuses)
      return { version, elements: transitions }
    },
    replacement: (transitions, expectedVersion) => ({ statuses: [{ name: 'Shared', transitions, expectedVersion }] }),
  },
  'the grants of a touchpoint': {
    possible: types,
    read({ configuration }) {
      const { version, grants } = shared(configuration.touchpoints)
      return { version, elements: grants.map(({ typeCode }) => typeCode) }
    },
    replacement: (elements, expectedVersion) => ({
      touchpoints: [
        {
          code: 'shared',
          typeCategories: elements.map((typeCode) => ({ typeCode, categoryCode: 'ALL' })),
          expectedVersion,
        },
      ],
    }),
  },
  'the authorisations of a group': {
    possible: types,
    read({ groups }) {
      const { version, typeCodes } = shared(groups.nodes)
      return { version, elements: typeCodes }
    },
    replacement: (typeCodes, expectedVersion) => ({ groups: [{ name: 'Shared', typeCodes, expectedVersion }] }),
  },
  'the authorisations of an operator': {
    possible: types,
    read({ persons }) {
      const { version, typeCodes } = persons.nodes[0]!
      return { version, elements: typeCodes }
    },
    replacement: (typeCodes, expectedVersion) => ({
      persons: [{ login: 'OPERATOR', email: sharedEmail, typeCodes, expectedVersion }],
    }),
  },
}

/** The members of a group, who are added through the group or through the person. */
export const membership = {
  members,
  read({ groups }: Read): ReadList {
    const { version, members: found } = groups.nodes.find(({ name }) => name === 'Team')!
    return { version, elements: found.map(({ email }) => email) }
  },
  /** The input that adds a member by replacing the list of the group, or that of the person. */
  addition(data: Read, email: string, through: 'group' | 'person'): object {
    if (through === 'person') {
      const { version, groups } = data.persons.nodes[0]!
      const groupNames = [...groups.map(({ name }) => name), 'Team']
      return { persons: [{ login: 'OPERATOR', email, groupNames, expectedVersion: version }] }
    }
    const { version, elements } = membership.read(data)
    return { groups: [{ name: 'Team', memberEmails: [...elements, email], expectedVersion: version }] }
  },
}

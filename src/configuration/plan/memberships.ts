import { OperatorGroupMember } from '../../people/people.entity.ts'
import type { Path } from '../items/items.rules.ts'
import type { Problems } from '../items/problems.rules.ts'
import type { ManagedConfiguration } from './managed-configuration.ts'
import type { Group, Membership, PersonEntity } from './stored-people.ts'

type Side = Group | PersonEntity

interface SentList {
  section: 'groups' | 'persons'
  owner: Side
  others: ReadonlySet<Side>
  path: Path
}

const lists = { groups: 'memberEmails', persons: 'groupNames' } as const

/** The memberships of operators in groups. Lists of both sides can be sent, and must agree. */
export class Memberships {
  readonly #configuration: ManagedConfiguration
  readonly #sent = new Map<Side, SentList>()

  constructor(configuration: ManagedConfiguration) {
    this.#configuration = configuration
  }

  /** Notes the members of a group, or the groups of a person, by their keys. */
  assign(section: SentList['section'], owner: Side, keys: Iterable<string>, path: Path): void {
    const other = section === 'groups' ? 'persons' : 'groups'
    const others = [...keys].flatMap((key) => this.#configuration.get(other, key) ?? [])
    this.#sent.set(owner, { section, owner, others: new Set(others), path })
  }

  /** Creates and removes memberships when all lists are known. */
  apply(isAdditive: boolean, problems: Problems): void {
    const { em, people } = this.#configuration
    const stored = new Map<Side, Map<Side, Membership>>()
    for (const membership of people.memberships) {
      addTo(stored, membership.group, membership.operator, membership)
      addTo(stored, membership.operator, membership.group, membership)
    }
    const added = new Map<Side, Map<Side, true>>()
    for (const { section, owner, others, path } of this.#sent.values()) {
      const check = (other: Side, isMember: boolean) => {
        const opposite = this.#sent.get(other)
        if (!opposite || opposite.others.has(owner) === isMember) return
        const message = `contradicts the ${lists[opposite.section]} of another item of the input`
        problems.add('invalidValue', [...path, lists[section]], message)
      }
      const before = stored.get(owner) ?? new Map<Side, Membership>()
      for (const [other, membership] of before) {
        if (isAdditive || others.has(other)) continue
        check(other, false)
        em.remove(membership)
      }
      for (const other of others) {
        if (before.has(other)) continue
        check(other, true)
        if (added.get(other)?.has(owner)) continue
        addTo(added, owner, other, true)
        const [group, operator] = section === 'groups' ? [owner, other] : [other, owner]
        em.create(OperatorGroupMember, { group: group as Group, operator: operator as PersonEntity })
      }
    }
  }
}

function addTo<Value>(maps: Map<Side, Map<Side, Value>>, from: Side, to: Side, value: Value): void {
  const map = maps.get(from)
  if (map) map.set(to, value)
  else maps.set(from, new Map([[to, value]]))
}

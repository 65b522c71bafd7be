import { OperatorGroupMember } from '../../people/people.entity.ts'
import type { Path } from '../items/items.rules.ts'
import type { Problems } from '../items/problems.rules.ts'
import type { ManagedConfiguration } from './managed-configuration.ts'
import type { Group, Membership, PersonEntity } from './stored-people.ts'

/** A list that was sent: the members of a group, or the groups of an operator. */
interface SentList<Other> {
  name: 'memberEmails' | 'groupNames'
  others: ReadonlySet<Other>
  path: Path
}

/** The memberships of operators in groups. Lists of both sides can be sent, and must agree. */
export class Memberships {
  readonly #configuration: ManagedConfiguration
  readonly #ofGroups = new Map<Group, SentList<PersonEntity>>()
  readonly #ofOperators = new Map<PersonEntity, SentList<Group>>()

  constructor(configuration: ManagedConfiguration) {
    this.#configuration = configuration
  }

  /** Notes the members of a group, by their keys. */
  assignMembers(group: Group, keys: Iterable<string>, path: Path): void {
    const others = new Set([...keys].flatMap((key) => this.#configuration.get('persons', key) ?? []))
    this.#ofGroups.set(group, { name: 'memberEmails', others, path })
  }

  /** Notes the groups of an operator, by their keys. */
  assignGroups(operator: PersonEntity, keys: Iterable<string>, path: Path): void {
    const others = new Set([...keys].flatMap((key) => this.#configuration.get('groups', key) ?? []))
    this.#ofOperators.set(operator, { name: 'groupNames', others, path })
  }

  /** Creates and removes memberships when all lists are known. */
  apply(isAdditive: boolean, problems: Problems): void {
    const { em, people } = this.#configuration
    const decided = new Set<string>()
    const decide = (group: Group, operator: PersonEntity, stored?: Membership) => {
      const pair = `${group.name}\0${operator.emailKey}`
      if (decided.has(pair)) return
      decided.add(pair)
      if (stored && isAdditive) return
      const [ofGroup, ofOperator] = [this.#ofGroups.get(group), this.#ofOperators.get(operator)]
      const lists = [
        ...(ofGroup ? [{ ...ofGroup, isMember: ofGroup.others.has(operator) }] : []),
        ...(ofOperator ? [{ ...ofOperator, isMember: ofOperator.others.has(group) }] : []),
      ]
      const changing = lists.find(({ isMember }) => isMember !== (stored !== undefined))
      if (!changing) return
      const opposite = lists.find(({ isMember }) => isMember !== changing.isMember)
      if (opposite) {
        const message = `contradicts the ${opposite.name} of another item of the input`
        problems.add('invalidValue', [...changing.path, changing.name], message)
      }
      if (stored) em.remove(stored)
      else em.create(OperatorGroupMember, { group, operator })
    }
    for (const membership of people.memberships) decide(membership.group, membership.operator, membership)
    for (const [group, { others }] of this.#ofGroups) for (const operator of others) decide(group, operator)
    for (const [operator, { others }] of this.#ofOperators) for (const group of others) decide(group, operator)
  }
}

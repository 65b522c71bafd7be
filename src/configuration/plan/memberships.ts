import { OperatorGroupMember } from '../../people/people.entity.ts'
import type { Path, Problems } from '../items/items.rules.ts'
import type { ManagedConfiguration } from './managed-configuration.ts'
import type { Group, Membership, PersonEntity } from './stored-people.ts'

/** The lists that were sent, by what they belong to: the members of a group, or the groups of an operator. */
export type SentMemberships = Map<
  Group | PersonEntity,
  { name: 'memberEmails' | 'groupNames'; others: ReadonlySet<Group | PersonEntity>; path: Path }
>

/** Creates and removes memberships when all lists are known. Lists of both sides can be sent, and must agree. */
export function assignMemberships(
  { em, people }: ManagedConfiguration,
  sent: SentMemberships,
  isAdditive: boolean,
  problems: Problems,
): void {
  const decided = new Set<string>()
  const decide = (group: Group, operator: PersonEntity, stored?: Membership) => {
    const pair = `${group.name}\0${operator.emailKey}`
    if (decided.has(pair)) return
    decided.add(pair)
    if (stored && isAdditive) return
    const opinions = [sent.get(group), sent.get(operator)].flatMap((list) =>
      list ? { ...list, isMember: list.others.has(group) || list.others.has(operator) } : [],
    )
    const changing = opinions.find(({ isMember }) => isMember !== (stored !== undefined))
    if (!changing) return
    const opposite = opinions.find(({ isMember }) => isMember !== changing.isMember)
    if (opposite) {
      const message = `contradicts the ${opposite.name} of another item of the input`
      problems.add('invalidValue', [...changing.path, changing.name], message)
    }
    if (stored) em.remove(stored)
    else em.create(OperatorGroupMember, { group, operator })
  }
  for (const membership of people.memberships) decide(membership.group, membership.operator, membership)
  for (const [one, { others }] of sent) {
    for (const other of others) {
      if ('name' in one && 'email' in other) decide(one, other)
      else if ('email' in one && 'name' in other) decide(other, one)
    }
  }
}

import type { KeyOfBatched, RowOfBatched } from '../../database/batched.ts'
import { typed } from '../../database/columns.ts'
import { mutationFacts } from '../change/mutation-facts.ts'

/** What takeNextCase depends on. The group name is null if any group will do. */
export const takeNextFacts = mutationFacts({
  keys: { groupName: 'text | null' },
  columns: {
    /** The viewer's active groups, or the one of the requested name. */
    groups: typed<{ id: number; name: string }[]>('json'),
    /** The types that the viewer, or one of its active groups, is authorised for. */
    types: 'text[]',
  },
  select: `(
    select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name)), '[]')
    from operator_group_members m
    join operator_groups g on g.id = m.group_id and g.active
    where m.operator_id = v.person_id and g.name = coalesce(k.group_name, g.name)
  ) as groups,
  array(select a.type_code from operator_authorisations a where a.operator_id = v.person_id) as types`,
})

export type TakeNextFacts = RowOfBatched<typeof takeNextFacts>
export type TakeNextKey = KeyOfBatched<typeof takeNextFacts>

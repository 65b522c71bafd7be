import { columns, type RowOf, typed } from '../../database/statements/columns.ts'
import { columnsOf, selectList } from '../../database/statements/entity-columns.ts'
import { type Statement, statement } from '../../database/statements/statement.ts'
import { Case, type CaseData } from '../case.entity.ts'
import { joinedNames, nameColumns, nameSelect } from '../case-facts.ts'
import { isVisible, type ListViewer, related } from '../list/case-list-statements.ts'
import { caseValueColumns } from '../values/case-columns.ts'

const storedColumns = {
  ...caseValueColumns,
  ...columnsOf(Case, 'id', 'version', 'createdAt', 'updatedAt', 'customerWaitingSince', 'dueAt', 'deadlines'),
}

const tableColumns = columns({
  ...storedColumns,
  ...nameColumns,
  /** Null unless it is asked for. */
  caseData: typed<CaseData | null>('jsonb | null'),
  /** The place in the part, counted from 1. */
  place: 'int',
  /** The place of the last case of the part that can be seen. */
  lastPlace: 'int',
})

export type TableRow = RowOf<typeof tableColumns>

/** How much case data is read at once. The last case that is read may exceed it. */
const maximumBytes = 256 * 1024

const statements = new Map<string, Statement<TableRow>>()

/**
 * Reads those cases of a part that the viewer may see now, in the order of the part. $4 are their IDs, $5 is the place after which to
 * begin, and $6 says whether to read the case data. It may end before the last place, because of the size.
 */
export function rowsOfPart(viewer: ListViewer): Statement<TableRow> {
  const query = `
select ${selectList('c', storedColumns)}, c.shown_data as case_data, c.place, c.last_place, ${nameSelect}
from (
  select c.*, max(c.place) over ()::int as last_place, sum(c.bytes) over (order by c.place) - c.bytes as bytes_before
  from (
    select c.*, ${related}, p.place::int, case when $6::boolean then c.case_data end as shown_data,
      case when $6::boolean then octet_length(c.case_data::text) else 0 end as bytes
    from unnest($4::bigint[]) with ordinality p (id, place)
    cross join lateral (select * from cases where id = p.id offset 0) c
    where p.place > $5::int
  ) c
  where ${isVisible(viewer, false)}
) c${joinedNames}
where c.bytes_before < ${maximumBytes}
order by c.place`
  const known = statements.get(query) ?? statement(query, tableColumns)
  statements.set(query, known)
  return known
}

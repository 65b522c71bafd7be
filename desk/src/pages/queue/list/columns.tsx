import { VisuallyHidden } from '../../../ui/elements/text'
import { useUrlFilter } from '../../../ui/form/url-filter'
import type { CaseOrder } from '../../../gql/graphql'

interface Sorting {
  label: string
  /** What the column sorts by at the first press, and at the next ones. */
  orders: readonly CaseOrder[]
}

/** The columns that the API can sort by. The last one shows what is due, else how long the customer waits, else when the case changed. */
const created: Sorting = { label: 'Case', orders: ['CREATED_DESC', 'CREATED_ASC'] }
const due: Sorting = { label: 'Due', orders: ['DUE_FIRST'] }
const waiting: Sorting = { label: 'Waiting', orders: ['WAITING_LONGEST'] }
const changed: Sorting = { label: 'Changed', orders: ['UPDATED_DESC', 'UPDATED_ASC'] }

/** The names of the columns. A press sorts the list. */
export function Columns() {
  const { get, set } = useUrlFilter({ replace: false })
  const current = (get('order') || 'UPDATED_DESC') as CaseOrder

  function sort({ orders }: Sorting) {
    const order = orders[(orders.indexOf(current) + 1) % orders.length]!
    set('order', order === 'UPDATED_DESC' ? '' : order)
  }
  const button = (sorting: Sorting) => {
    const isCurrent = sorting.orders.includes(current)
    return (
      <button type="button" aria-pressed={isCurrent} onClick={() => sort(sorting)}>
        {sorting.label}
        {isCurrent && <span aria-hidden="true">{directionOf(current) === 'ascending' ? ' ↑' : ' ↓'}</span>}
      </button>
    )
  }
  const sortOf = (...sortings: Sorting[]) =>
    sortings.some(({ orders }) => orders.includes(current)) ? directionOf(current) : 'none'

  return (
    <tr className="case-row columns-row">
      <th scope="col">
        <VisuallyHidden>Selected</VisuallyHidden>
      </th>
      <th scope="col" aria-sort={sortOf(created)}>
        {button(created)}
      </th>
      <th scope="col">Customer</th>
      <th scope="col">Priority</th>
      <th scope="col">Status</th>
      <th scope="col">Assigned to</th>
      <th scope="col" aria-sort={sortOf(due, waiting, changed)}>
        {button(due)}
        {button(waiting)}
        {button(changed)}
      </th>
    </tr>
  )
}

function directionOf(order: CaseOrder): 'ascending' | 'descending' {
  return order.endsWith('_ASC') ? 'ascending' : 'descending'
}

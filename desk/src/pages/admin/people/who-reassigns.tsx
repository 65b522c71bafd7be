import { Link } from 'wouter'
import { addressOf } from '../item/item-kind'
import { useOperators } from './persons'

/** Whose cases have to be assigned to someone else: the values of an operator or a group. */
interface Concerned {
  email?: string
  typeCodes?: readonly string[]
  groupNames?: readonly string[]
}

const maximum = 5

/** The operators who can give the cases of an operator or a group to others. Admins see no cases. */
export function WhoReassigns({ of }: { of: Concerned }) {
  const { email, typeCodes = [], groupNames = [] } = of
  const all = useOperators()
  const operators = (all ?? []).filter((each) => {
    const isAble = each.active === true && each.blocked === false && each.email !== email
    const shares = each.groups?.some(({ name }) => groupNames.includes(name))
    return isAble && (shares || each.typeCodes?.some((code) => typeCodes.includes(code)))
  })
  if (!all) return null
  if (operators.length === 0) {
    return <p>No other active operator can reassign the cases. First give the types to another operator.</p>
  }
  return (
    <p>
      {'Admins see no cases. These operators can reassign them: '}
      {operators.slice(0, maximum).map(({ id, firstname, email }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link href={addressOf({ path: '/people' }, { id })} data-inline>{`${firstname}, ${email}`}</Link>
        </span>
      ))}
      {operators.length > maximum ? ` and ${operators.length - maximum} more.` : '.'}
    </p>
  )
}

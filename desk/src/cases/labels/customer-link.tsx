import { Link } from 'wouter'
import { isErasedCustomer } from '../../ui/words/erased'

interface Properties {
  of: { firstname: string; email: string | null } | null
  /** Whether the address is shown too. */
  isLong?: boolean
  /** What stands in the place of a customer that there is not. */
  none?: string
}

/** The customer of a case, as a link to all of their cases. */
export function CustomerLink({ of, isLong = false, none = '' }: Properties) {
  if (isErasedCustomer(of)) return 'Erased customer'
  if (!of?.email) return of ? <bdi>{of.firstname}</bdi> : none
  return (
    <Link
      href={`/?${new URLSearchParams({ customer: of.email, status: 'any' }).toString()}`}
      className="customer-link"
      title={`All cases of ${of.email}`}
    >
      <bdi>{isLong ? `${of.firstname}, ${of.email}` : of.firstname}</bdi>
    </Link>
  )
}

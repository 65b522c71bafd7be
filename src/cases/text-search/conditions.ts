/** A condition of a filter on a case `c`. */
export interface Condition {
  name: string
  sql: string
  /** The same as conditions of which at least one must hold. PostgreSQL finds the cases of each through an index. */
  alternatives?: readonly string[]
}

/** How to find the best cases first. All conditions are on a case `c`. */
export interface BestFirst {
  /** The conditions of the search that candidates may not fulfil. */
  checked: readonly Condition[]
  /** Its number is what is searched for. */
  isNumber: string
  /** All words are in the subject or in the case data. */
  inValues: string
  /** All words are in the name or the address of the customer. */
  inCustomer: string
  /** Queries for the IDs of cases that may match. Each returns a limited number. */
  candidates: readonly string[]
}

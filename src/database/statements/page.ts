export const maximumPageSize = 100

/** A part of an ordered list: the items after one key and before another, read from the start or from the end. */
export interface Page {
  after: number[] | undefined
  before: number[] | undefined
  limit: number
  inverted: boolean
}

/** The columns of the keys of a shared statement, with the types of their parameters, in the order of the parameters. */
export type KeyColumns = Readonly<Record<string, string>>

/** The parameters, which are arrays, as the keys `k`. `ordinal` is the number of a key, counted from 1. */
export function unnestedKeys(columns: KeyColumns): string {
  const parameters = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  return `unnest(${parameters.join(', ')}) with ordinality as k (${Object.keys(columns).join(', ')}, ordinal)`
}

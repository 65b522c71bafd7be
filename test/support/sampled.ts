/** Whether only the tests of the gate run. At night, and when a file is run by itself, everything is tested. */
const isGate = process.env['TEST_GATE'] === 'on'

/**
 * What the gate tests of a long list: every nth item, beginning with the seed's. With the seeds 0, 1, 2 … of n tests, each item is
 * tested once. At night, all items.
 */
export function sampled<Item>(items: readonly Item[], n: number, seed = 0): readonly Item[] {
  return isGate ? items.filter((_, index) => index % n === seed % n) : items
}

/** How often the gate repeats something, and how often it is repeated at night. */
export const times = (gate: number, nightly: number) => (isGate ? gate : nightly)

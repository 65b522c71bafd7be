/** A mistake in one place of a file, and the test files that must notice it, as patterns of paths. */
export interface FeatureMutant {
  file: string
  from: string
  to: string
  tests: string[]
}

/** At least one mistake for each feature. */
export const featureMutants: FeatureMutant[] = [
  {
    file: 'src/events/visibility.rules.ts',
    from: "viewer.login === 'PARTY' ? row.partyId === viewer.personId : mayModifyCase(viewer, row, catalogue)",
    to: 'mayModifyCase(viewer, row, catalogue)',
    tests: ['test/events/'],
  },
  {
    file: 'src/cases/customer-waiting.rules.ts',
    from: "login === 'OPERATOR' && speaks",
    to: "login === 'OPERATOR'",
    tests: ['test/cases/customer-waiting.rules.test.ts', 'test/cases/change/customer-waiting.test.ts'],
  },
]

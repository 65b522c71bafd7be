import type { MutatedFile } from './mutant.ts'

const unit = ['test/auth/issuer/issuer-keys.unit.test.ts']
const jwt = ['test/auth/issuer/jwt.test.ts']
const send = ['test/outgoing/send.unit.test.ts']

/** JWTs of an issuer, and the requests that fetch its keys. */
export const issuerMutants: MutatedFile[] = [
  {
    file: 'src/outgoing/address-policy.ts',
    tests: send,
    mutants: [[`protocol === 'https:' && isPublic`, 'isPublic']],
  },
  {
    file: 'src/outgoing/send.ts',
    tests: send,
    mutants: [
      ['  policy.checkLiteral(url)\n', ''],
      [', lookup: policy.lookup(protocol)', ''],
    ],
  },
  {
    file: 'src/auth/issuer/issuer-keys.ts',
    tests: unit,
    mutants: [
      ['now - this.#attemptedAt < refreshAfterMs', 'false'],
      ['if (name !== issuer.url)', 'if (name === undefined)'],
      ['age > waitAfterMs && !this.#isAway', 'age > waitAfterMs'],
    ],
  },
  {
    file: 'src/auth/issuer/issuer.ts',
    tests: jwt,
    mutants: [['session.keys === keys && ', '']],
  },
]

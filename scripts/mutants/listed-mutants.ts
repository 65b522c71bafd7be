import { catalogueMutants } from './catalogue-mutants.ts'
import { databaseMutants } from './database-mutants.ts'
import { mutantsOf } from './mutant.ts'
import { rateLimitMutants } from './rate-limit-mutants.ts'
import { readMutants } from './read-mutants.ts'
import { transferMutants } from './transfer-mutants.ts'
import { visibilityMutants } from './visibility-mutants.ts'
import { writeMutants } from './write-mutants.ts'

/** Mutants of SQL and of code that is tested with a database. */
export const listedMutants = mutantsOf([
  ...writeMutants,
  ...readMutants,
  ...visibilityMutants,
  ...catalogueMutants,
  ...databaseMutants,
  ...transferMutants,
  ...rateLimitMutants,
])

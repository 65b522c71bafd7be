import { catalogueMutants } from './catalogue-mutants.ts'
import { configurationMutants } from './configuration-mutants.ts'
import { databaseMutants } from './database-mutants.ts'
import { issuerMutants } from './issuer-mutants.ts'
import { listMutants } from './list-mutants.ts'
import { mutantsOf } from './mutant.ts'
import { pastMutants } from './past-mutants.ts'
import { rateLimitMutants } from './rate-limit-mutants.ts'
import { readMutants } from './read-mutants.ts'
import { repeatedRequestMutants } from './repeated-request-mutants.ts'
import { transferMutants } from './transfer-mutants.ts'
import { visibilityMutants } from './visibility-mutants.ts'
import { writeMutants } from './write-mutants.ts'

/** Mutants of SQL and of code that is tested with a database. */
export const listedMutants = mutantsOf([
  ...writeMutants,
  ...readMutants,
  ...visibilityMutants,
  ...repeatedRequestMutants,
  ...listMutants,
  ...pastMutants,
  ...catalogueMutants,
  ...databaseMutants,
  ...transferMutants,
  ...configurationMutants,
  ...rateLimitMutants,
  ...issuerMutants,
])

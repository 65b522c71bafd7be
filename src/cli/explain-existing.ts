import { RequestError } from '../errors/request-error.ts'
import { UsageError } from '../errors/usage-error.ts'

/** Explains that something cannot be created because it exists. Throws all other errors. */
export function explainExisting(message: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof RequestError) || error.code !== 'PRECONDITION_FAILED') throw error
    throw new UsageError(message)
  }
}

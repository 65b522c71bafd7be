import { requestErrorCodes } from './request-error-codes.ts'
import { type ProblemDocument, pointerToPath } from './rest-face.ts'

export interface FailedChange {
  problems?: { code: string; message: string; path: string[] }[]
  error?: { code: string; message: string; path?: string[]; currentVersion?: number }
}

const writeErrors: Record<string, string> = { conflict: 'CONFLICT', preconditionFailed: 'PRECONDITION_FAILED' }

/** What GraphQL returns for what REST refuses so. A problem without a pointer is that of the ID in the path. */
export function asGraphqlError({ status, code, detail, problems = [], ...details }: ProblemDocument): FailedChange {
  const graphqlCode = requestErrorCodes[code]?.graphql ?? writeErrors[code]
  if (status !== 400 || graphqlCode) {
    const { path, currentVersion } = details
    const current = currentVersion === undefined ? {} : { currentVersion }
    return { error: { code: graphqlCode ?? code, message: detail, ...(path && { path }), ...current } }
  }
  const pathOf = (pointer?: string) => (pointer === undefined ? ['id'] : pointerToPath(pointer))
  return { problems: problems.map(({ code, detail, pointer }) => ({ code, message: detail, path: pathOf(pointer) })) }
}

import type { Problem } from '../errors/problems.ts'
import type { ErasePersonErrorCode } from './personal-data.errors.ts'

export interface ErasureFacts {
  openCases: number
  isLastAdmin: boolean
}

const path = ['personId']

export const unknownPerson: Problem<ErasePersonErrorCode> = {
  code: 'invalidId',
  message: 'personId must be the ID of an existing person, such as "person:1".',
  path,
}

export function erasureProblems({ openCases, isLastAdmin }: ErasureFacts): Problem<ErasePersonErrorCode>[] {
  const problem = (message: string) => ({ code: 'inUse' as const, message, path })
  if (openCases > 0) {
    const cases = openCases === 1 ? '1 open case is' : `${openCases} open cases are`
    return [
      problem(`${cases} assigned to the person. Assign ${openCases === 1 ? 'it' : 'them'} to someone else first.`),
    ]
  }
  return isLastAdmin ? [problem('The person is the last active admin. Create another admin first.')] : []
}

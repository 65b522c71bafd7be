/** A change that was tried. */
export interface Mutant {
  file: string
  change: string
  survived: boolean
}

type Explanation = [change: string, reason: string]

const exists = 'A foreign key ensures that it exists.'
const locksInOrder = 'Without the order, two statements that lock the same persons may deadlock, and one is sent again.'
const narrows = 'The condition narrows the type; a problem was added in this case.'
const onlyCreations = 'A new case has no codes. The tests on PostgreSQL create cases.'
const refused = 'The comment is not used, because a problem was added.'

/** Mutants that no test can tell from the original, by the end of the file's path. */
export const explanations: Record<string, Explanation[]> = {
  'change/write-change.ts': [['order by id → nothing', locksInOrder]],
  'values/comment.rules.ts': [
    ["{ text: '', internal: false } → {}", refused],
    ['false → true', refused],
  ],
  'update/update-case.rules.ts': [
    ['caseData.data === null → false', narrows],
    ['current?.categoryCode → current.categoryCode', onlyCreations],
    ['current?.typeCode → current.typeCode', onlyCreations],
    ['current === null → false', onlyCreations],
    ['input.typeCode == null → false', narrows],
    ['input.categoryCode == null → false', narrows],
    ['categoryCode != null → true', 'No category has the code undefined. It narrows the type.'],
  ],
  'catalogue/available.rules.ts': [
    ['touchpoint?.allTypeCategories → touchpoint.allTypeCategories', exists],
    ['touchpoint?.grants → touchpoint.grants', exists],
    ['statuses.get(status)?.closed → statuses.get(status).closed', exists],
    ['current === null → false', 'No transition starts at null.'],
  ],
  'auth/permission.rules.ts': [
    ['typeCategory !== undefined → true', 'No touchpoint has a grant for undefined.'],
    ['catalogue.touchpoints.get(touchpointCode)?.grants → catalogue.touchpoints.get(touchpointCode).grants', exists],
  ],
  'assign/assign-case.rules.ts': [
    ['target.operatorId === null → false', 'Without an operator, operatorActive is null. It narrows the type.'],
  ],
}

/** Why no test notices the change; undefined if a test should. */
export function explanationOf({ file, change }: Mutant): string | undefined {
  const ofFile = Object.entries(explanations).find(([end]) => file.endsWith(`/${end}`))?.[1]
  return ofFile?.find(([explained]) => explained === change)?.[1]
}

interface Explanation {
  file: string
  /** A part of the line that identifies it. */
  line: string
  replacements: string[]
  reason: string
}

const narrowing = 'The condition narrows the type; a problem was added in this case.'
const foreignKey = 'A foreign key ensures that it exists.'

/** Mutants that Stryker generates and that no test can tell from the original. */
export const explanations: Explanation[] = [
  {
    file: 'src/auth/permission.rules.ts',
    line: 'return typeCategory !== undefined &&',
    replacements: ['true'],
    reason: 'No touchpoint has a grant for undefined.',
  },
  {
    file: 'src/auth/permission.rules.ts',
    line: 'catalogue.touchpoints.get(touchpointCode)?.grants',
    replacements: ['catalogue.touchpoints.get(touchpointCode).grants'],
    reason: foreignKey,
  },
  {
    file: 'src/cases/assign/assign-case.rules.ts',
    line: 'if (target.operatorId === null || !target.operatorActive)',
    replacements: ['false'],
    reason: 'Without an operator, operatorActive is null. The condition narrows the type.',
  },
  {
    file: 'src/cases/field-value.rules.ts',
    line: 'const parts = text === undefined',
    replacements: ['false'],
    reason: 'The pattern does not match the text "undefined".',
  },
  {
    file: 'src/cases/field-value.rules.ts',
    line: 'const parts = text === undefined',
    replacements: [
      String.raw`/-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/`,
      String.raw`/^-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?/`,
    ],
    reason: 'decimalText returns only texts of this form.',
  },
  {
    file: 'src/cases/field-value.rules.ts',
    line: 'Math.abs(number) < smallestNormal',
    replacements: ['Math.abs(number) <= smallestNormal'],
    reason: 'The smallest normal number has 17 significant digits, so it was rejected before.',
  },
  {
    file: 'src/cases/field-value.rules.ts',
    line: `if (typeof value === 'number' && Number.isFinite(value))`,
    replacements: ['true', `typeof value === 'number' || Number.isFinite(value)`],
    reason: 'Only numbers are finite, and the text of one that is not finite has no digits. It narrows the type.',
  },
  {
    file: 'src/cases/field-value.rules.ts',
    line: `while (end > 0 && fraction[end - 1] === '0')`,
    replacements: ['true', 'end >= 0'],
    reason: 'There is no character before the first one.',
  },
  {
    file: 'src/cases/change/case-queue.ts',
    line: 'if (left > 0) queue.lengthBySession.set(tokenHash, left)',
    replacements: ['true', 'left >= 0'],
    reason: 'A session with no change in the queue is kept with 0 until the queue is empty. It costs memory only.',
  },
  {
    file: 'src/cases/comments/comment.rules.ts',
    line: 'const tooLong = text.length > maximumCommentLength',
    replacements: ['true', 'text.length >= maximumCommentLength'],
    reason: 'It saves counting the code points of texts that are short in any case.',
  },
  {
    file: 'src/cases/comments/comment.rules.ts',
    line: `return { text: '', internal: false }`,
    replacements: ['{}', 'true'],
    reason: 'The comment is not used, because a problem was added.',
  },
  {
    file: 'src/cases/update/update-case.rules.ts',
    line: 'if (caseData.data === null || problems.length > 0)',
    replacements: ['false'],
    reason: narrowing,
  },
  {
    file: 'src/cases/update/update-case.rules.ts',
    line: 'if (problems.length > 0 || input.typeCode == null',
    replacements: ['false'],
    reason: narrowing,
  },
  {
    file: 'src/cases/update/update-case.rules.ts',
    line: 'return categoryCode != null && catalogue.categories',
    replacements: ['true'],
    reason: 'No category has the code undefined. The condition narrows the type.',
  },
  {
    file: 'src/cases/update/update-case.rules.ts',
    line: 'const isGranted = typeCategory &&',
    replacements: ['touchpoint.allTypeCategories', 'touchpoint.grants'],
    reason: foreignKey,
  },
  {
    file: 'src/cases/update/update-case.rules.ts',
    line: 'const fields = catalogue.types.get(typeCode)?.fields',
    replacements: ['catalogue.types.get(typeCode).fields', '["Stryker was here"]'],
    reason: 'The type is the one of the case or was checked before.',
  },
]

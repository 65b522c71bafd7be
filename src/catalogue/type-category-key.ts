/** The key of a type category in maps and sets. No code contains NUL, so keys are unique. */
export function typeCategoryKey({ typeCode, categoryCode }: { typeCode: string; categoryCode: string }): string {
  return `${typeCode}\0${categoryCode}`
}

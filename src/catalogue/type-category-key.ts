/** What maps and sets know a pair by. NUL stands in no code, so that no two pairs share a key. */
export function pairKey({ typeCode, categoryCode }: { typeCode: string; categoryCode: string }): string {
  return `${typeCode}\0${categoryCode}`
}

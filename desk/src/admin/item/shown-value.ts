/** A value of the configuration as a text. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(shownValue).join(', ')
  if (typeof value === 'object') return `(${shownMembers(value)})`
  return String(value)
}

function shownMembers(value: object): string {
  return Object.entries(value)
    .filter(([, member]) => member !== null && member !== '' && !(Array.isArray(member) && member.length === 0))
    .map(([name, member]) => `${name}: ${shownValue(member)}`)
    .join(', ')
}

export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

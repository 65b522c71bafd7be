/** A difference between the released contract and the current one. */
export interface Change {
  /** `breaking` fails the check. `risky` only affects clients that do not expect additions. */
  level: 'breaking' | 'risky'
  text: string
}

export const breaking = (text: string): Change => ({ level: 'breaking', text })
export const risky = (text: string): Change => ({ level: 'risky', text })

/** Whether the removal date (YYYY-MM-DD) is in the past. */
export function isPast(date: string | undefined, today: string): boolean {
  return date !== undefined && date < today
}

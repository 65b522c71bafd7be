/** What differs between a released contract and the present one. */
export interface Change {
  /** `breaking` fails the check; `risky` may surprise a client that did not expect more than it knew. */
  level: 'breaking' | 'risky'
  /** What broke, and where. */
  text: string
}

export const breaking = (text: string): Change => ({ level: 'breaking', text })
export const risky = (text: string): Change => ({ level: 'risky', text })

/** Whether something may be gone, which was to go on that day (YYYY-MM-DD). */
export function isOver(day: string | undefined, today: string): boolean {
  return day !== undefined && day < today
}

/** What a check found out: all well, something to look at, or something that has to be put right. */
export interface CheckResult {
  check: string
  level: 'ok' | 'warning' | 'failure'
  message: string
  /** What to do about it; with "ok" there is nothing to do. */
  advice?: string
}

export function ok(check: string, message: string): CheckResult {
  return { check, level: 'ok', message }
}

export function warning(check: string, message: string, advice: string): CheckResult {
  return { check, level: 'warning', message, advice }
}

export function failure(check: string, message: string, advice: string): CheckResult {
  return { check, level: 'failure', message, advice }
}

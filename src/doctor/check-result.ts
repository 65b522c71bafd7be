import type { Database } from '../database/database.ts'
import type { AttachmentSettings } from '../settings/attachment-settings.ts'

export interface CheckResult {
  check: string
  level: 'ok' | 'warning' | 'failure'
  message: string
  /** What to do about a warning or a failure. */
  advice?: string
}

export interface CheckContext {
  database: Database
  /** Whether to read all rows. */
  deep: boolean
  /** The connections that one server process opens at most. The checks themselves use a single one. */
  poolSize: number
  /** Where files are, and what scans them. */
  attachments: Pick<AttachmentSettings, 's3' | 'scanner'>
  /** This machine's clock, in milliseconds. */
  now(): number
}

/** What a check finds. Nothing if there is nothing to report. */
export type Checking = AsyncGenerator<CheckResult>

export function ok(check: string, message: string): CheckResult {
  return { check, level: 'ok', message }
}

const problemOf = (level: 'warning' | 'failure') => (check: string, message: string, advice: string) =>
  ({ check, level, message, advice }) satisfies CheckResult
export const warning = problemOf('warning')
export const failure = problemOf('failure')

export function hasFailure(results: readonly CheckResult[]): boolean {
  return results.some(({ level }) => level === 'failure')
}

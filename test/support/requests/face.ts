import type { OperationName } from '../../../src/cases/case.errors.ts'
import type { Credentials } from './credentials.ts'

/** Changes of a case and the lookup, over REST or GraphQL. The outcomes are the same. */
export interface Face {
  readonly name: 'REST' | 'GraphQL'
  /** The default caller is Olga, an operator at the desk. */
  change(operation: OperationName, request: ChangeRequest): Promise<ChangeOutcome>
  update(request: ChangeRequest): Promise<ChangeOutcome>
  assign(request: ChangeRequest): Promise<ChangeOutcome>
  /** The default caller is Paula, a party on the web. */
  lookup(request?: LookupRequest): Promise<LookupOutcome>
}

export interface ChangeRequest extends Partial<Credentials> {
  /** Absent if the operation creates a case. */
  id?: number | string
  body: Record<string, unknown>
}

export interface LookupRequest extends Partial<Credentials> {
  visibility?: 'app' | 'all'
  caseTypeCode?: string
  caseCategoryCode?: string
}

export type ChangeOutcome = Changed | Failed | Refused
export type LookupOutcome = { outcome: 'ok'; records: LookupRecord[] } | Refused

export interface Changed {
  outcome: 'ok'
  case: CaseFields
  context: { simpleProfile: { firstname: string; email: string } }
}

/** An error from the operation's own table. */
export interface Failed {
  outcome: 'error'
  code: string
  problems: Problem[]
}

/** A request error, which any operation can return. `code` is the REST code. */
export interface Refused {
  outcome: 'refused'
  code: string
  /** The locations of the problems, if the error has any. */
  paths?: string[][]
}

/** `path` is the GraphQL path. The JSON Pointers of REST are converted to it. */
export interface Problem {
  code: string
  path: string[]
}

export interface CaseFields {
  id: number
  categoryCode: string
  typeCode: string
  status: string
  resolution: string
}

export interface LookupRecord {
  caseTypeCode: string
  caseTypeName: string
  caseCategoryCode: string
  caseCategoryName: string
  defaultAnswer: string | null
}

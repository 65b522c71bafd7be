import type { Credentials } from './credentials.ts'

/** The three operations over one face; what an answer says is the same over both. */
export interface Face {
  readonly name: 'REST' | 'GraphQL'
  /** By default as Olga, who is an operator at the desk. */
  update(request: ChangeRequest): Promise<ChangeOutcome>
  /** By default as Olga. */
  assign(request: ChangeRequest): Promise<ChangeOutcome>
  /** By default as Paula, who is a party on the web. */
  lookup(request?: LookupRequest): Promise<LookupOutcome>
}

export interface ChangeRequest extends Partial<Credentials> {
  id: number | string
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

/** One of the codes of the operation's own table. */
export interface Failed {
  outcome: 'error'
  code: string
  problems: Problem[]
}

/** A code that any operation may answer with, in REST's spelling. */
export interface Refused {
  outcome: 'refused'
  code: string
}

/** `path` is GraphQL's; a JSON pointer of REST's is turned into it. */
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

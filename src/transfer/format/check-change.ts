import type { CaseEventKind } from '../../cases/case.entity.ts'

/** A value that an event changed, as in the file. */
interface FileChange {
  path: string[]
  from?: unknown
  to?: unknown
}

type AddIssue = (path: PropertyKey[], message: string) => void

const names = ['typeCode', 'categoryCode', 'status', 'resolution']
const assignments = ['assignee', 'group']
const forms = [...names, ...assignments].map((name) => `["${name}"]`).join(', ')

/** Checks the path of a change, and the types of its values. */
export function checkChange(kind: CaseEventKind, change: FileChange, addIssue: AddIssue): void {
  const { from = null, to = null } = change
  const path = formOf(change.path)
  const check = (valid: boolean, member: string, message: string) => !valid && addIssue([member], message)
  const ofText = 'must be a string'
  switch (path) {
    case 'name':
      check(typeof from === 'string' || (from === null && kind === 'CREATED'), 'from', ofText)
      return void check(typeof to === 'string', 'to', ofText)
    case 'assignment':
      for (const [member, value] of Object.entries({ from, to })) {
        check(value === null || typeof value === 'string', member, `${ofText} or absent`)
      }
      return
    case 'field':
      for (const [member, value] of Object.entries({ from, to })) {
        check(typeof value !== 'string', member, 'must be a number, a boolean or absent')
      }
      return
    case 'comment':
      if (!changesComment(kind)) return addIssue(['path'], `must not be of a comment if kind is ${kind}`)
      check(typeof from === 'string', 'from', ofText)
      if (kind === 'COMMENT_EDITED') return void check(typeof to === 'string', 'to', ofText)
      return void check(to === null, 'to', 'must be absent, because the comment was removed')
    default:
      addIssue(['path'], `must be ${forms}, ["caseData", name] or ["comments", ID]`)
  }
}

export function changesComment(kind: CaseEventKind): boolean {
  return kind === 'COMMENT_EDITED' || kind === 'COMMENT_REMOVED'
}

function formOf([member = '', ...rest]: readonly string[]): 'name' | 'assignment' | 'field' | 'comment' | undefined {
  if (rest.length === 0 && names.includes(member)) return 'name'
  if (rest.length === 0 && assignments.includes(member)) return 'assignment'
  if (rest.length === 1 && member === 'caseData') return 'field'
  if (rest.length === 1 && member === 'comments') return 'comment'
  return undefined
}

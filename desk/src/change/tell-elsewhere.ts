import { toast } from '../display/toasts'

/** Says what has failed, if the page of its case, which shows it, is not open. Returns whether it was said. */
export function tellElsewhere(caseId: string, text: string): boolean {
  const isElsewhere = !location.pathname.endsWith(`/cases/${caseId}`)
  if (isElsewhere) toast(`Case ${caseId}: ${text}`)
  return isElsewhere
}

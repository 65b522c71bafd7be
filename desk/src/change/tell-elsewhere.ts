import { toast } from '../display/toasts'

/** Says what has failed, if the page of its case, which shows it, is not open. */
export function tellElsewhere(caseId: string, text: string): void {
  if (!location.pathname.endsWith(`/cases/${caseId}`)) toast(`Case ${caseId}: ${text}`)
}

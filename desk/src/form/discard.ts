import { toast } from '../display/toasts'

/** Removes a draft, and offers to bring it back. */
export function discard<Draft>(draft: Draft | undefined, setDraft: (draft: Draft | undefined) => void): void {
  setDraft(undefined)
  if (draft === undefined) return
  toast('Discarded.', async () => {
    setDraft(draft)
    return 'It is back.'
  })
}

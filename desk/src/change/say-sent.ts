import { toast } from '../display/toasts'
import { textOf } from '../form/problem-list'
import type { Message, Sender } from './message'
import { PatchCaseMutation } from './mutations'
import { membersOf } from './pending'
import { saveInTurn } from './save-over'
import { sendChange } from './use-change'

/** Says that a message is sent, which has made this version of its case. The status that was set with it can be undone. */
export function saySent(message: Message, version: number, { client, viewer }: Sender): void {
  const { caseId, internal, status, former } = message
  const done = internal ? 'Note added.' : 'Sent.'
  if (status === undefined || former === undefined || former === status) return void toast(done)
  toast(`${done} Status: ${status}.`, async () => {
    const send = (expectedVersion: number) =>
      sendChange(client, PatchCaseMutation, { caseInstanceId: caseId, status: former, expectedVersion })
    const { saved, overwritten, problems } = await saveInTurn(
      { id: caseId, seen: version, names: ['status'], send },
      { members: membersOf({ status: former }, viewer.statuses) },
    )
    if (saved) return 'The former status is back.'
    return overwritten.length > 0 ? 'Someone else has changed it since. Nothing was undone.' : textOf(problems)
  })
}

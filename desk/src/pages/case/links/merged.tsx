import { useClient } from 'urql'
import { Link } from 'wouter'
import { UnmergeCaseMutation } from '../../../cases/change/mutations'
import type { CaseFormProperties } from '../../../cases/change/open-case'
import { sendChange } from '../../../cases/change/use-change'
import { Banner } from '../../../ui/elements/banner'
import { Button } from '../../../ui/elements/button'
import { toast } from '../../../ui/display/toasts'
import { textOf } from '../../../ui/form/problems/problem-list'
import { useSingle } from '../../../ui/form/inputs/submit'
import { CaseTitle } from '../../../cases/labels/case-title'

/** Shows which case this one was merged into. Nothing if it was not merged. */
export function Merged({ of, onConflict }: CaseFormProperties) {
  const client = useClient()
  const isMerged = of.links.some(({ kind }) => kind === 'DUPLICATE_OF')
  const reverse = useSingle(async () => {
    const { saved, problems } = await sendChange(client, UnmergeCaseMutation, { caseInstanceId: of.id })
    onConflict()
    toast(saved ? 'The merge was reversed.' : textOf(problems))
  })
  if (!isMerged) return null
  return (
    <Banner
      variant="warning"
      description={
        of.mergedInto ? (
          <>
            This case was merged into{' '}
            <Link href={`/cases/${of.mergedInto.id}`}>
              <CaseTitle of={of.mergedInto} />
            </Link>
            .
          </>
        ) : (
          'This case was merged into another one, which you cannot access.'
        )
      }
      primaryAction={of.mergedInto && <Button onClick={() => void reverse()}>Reverse the merge</Button>}
    />
  )
}

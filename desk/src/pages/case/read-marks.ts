import { useRef } from 'react'
import { useLocation } from 'wouter'
import { useMarkRead } from '../../cases/change/mark-read'
import type { ShownCase } from '../../cases/change/open-case'
import { toast } from '../../ui/display/toasts'
import { useShortcut } from '../layout/shortcuts'
import { useCaseLists } from '../queue/list/case-lists'
import { pathOf } from '../queue/views/views'
import { useViewer } from '../../session/viewer'
import { latestComments } from '../timeline/entries'

/** A function that marks a case as read, in a version that was seen. The key U marks it as unread, and leads to the list. */
export function useReadMarks(of: ShownCase): (version: number) => void {
  const viewer = useViewer()
  const [, navigate] = useLocation()
  const lists = useCaseLists()
  const mark = useMarkRead()
  const marked = useRef(0)
  const { id, version, unread } = of

  useShortcut('u', () => {
    const author = latestComments(of).at(-1)?.author
    if (!author || author.email === viewer.email)
      return void toast('A case is unread only while somebody else wrote last.')
    void mark([of], true)
    navigate(pathOf({ search: lists.last()?.search ?? '' }))
    toast('Marked as unread.', async () => {
      await mark([{ id, version }], false)
      return 'Marked as read.'
    })
  })
  return (seen) => {
    if (!unread || seen <= marked.current) return
    marked.current = seen
    void mark([{ id, version: seen }], false, { isAsked: false })
  }
}

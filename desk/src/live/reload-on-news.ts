import { useCaseNews } from './case-news'
import { isOwnChange } from './own-changes'

type Load = (options: { requestPolicy: 'network-only' }) => void

/**
 * Loads what a query of urql shows again when others have changed cases: one of them, or any. urql itself loads it again for the
 * viewer's own changes, whose news would abort that.
 */
export function useReloadOnNews(load: Load, id?: string, shown = 0): void {
  useCaseNews((changed) => {
    const others = [...(changed ?? [])].filter(([each, version]) => !isOwnChange(each, version))
    const isConcerned = others.some(([each, version]) => id === undefined || (each === id && version > shown))
    if (changed === null || isConcerned) load({ requestPolicy: 'network-only' })
  })
}

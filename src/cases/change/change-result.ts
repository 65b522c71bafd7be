import type { Viewer } from '../../auth/viewer.ts'
import type { Problem } from '../../errors.ts'
import type { CaseRow } from '../case-facts.ts'

/** What a mutation returns: the problems that prevented it, or the viewer and the case after it, with `More`. */
export type ChangeResult<Code, More = object> =
  { problems: Problem<Code>[] } | ({ viewer: Viewer; case: CaseRow } & More)

import { selectViewerOf, viewerColumns, type Viewer } from '../viewer/viewer.ts'
import { type Queryable, statement } from '../database/statements/statement.ts'
import { searchableText } from '../database/statements/valid-text.ts'
import { UsageError } from '../errors/usage-error.ts'
import type { LoginKind } from '../login-kinds.ts'
import { emailKey } from '../people/email.ts'

/** Whose view of the events is published: that of a person at a touchpoint. */
export interface EventView {
  login: LoginKind
  email: string
  touchpoint: string
}

const viewerOfPerson = statement(
  `
select ${selectViewerOf('t.code')}
from persons p
join touchpoints t on t.code = $3::text
cross join catalogue_revision r
where p.kind = $1::text and p.email_key = $2::text and p.active and not p.blocked`,
  viewerColumns,
)

/** Throws UsageError if the person cannot see events now, so that none is left out. */
export async function viewerOf(db: Queryable, { login, email, touchpoint }: EventView): Promise<Viewer> {
  const [key, code] = [searchableText(email), searchableText(touchpoint)]
  const [viewer] = await db.run(viewerOfPerson, [login, key ? emailKey(key) : null, code ?? null])
  if (viewer) return viewer
  throw new UsageError(
    `Nothing is published: there is no ${login.toLowerCase()} ${email} who is active and not blocked, or no touchpoint ${touchpoint}.`,
  )
}

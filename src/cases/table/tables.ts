import { FairQueue } from '../../database/fair-queue.ts'
import { CallerLimits } from '../../viewer/caller-limits.ts'

const maxima = { session: 2, address: 10, total: 20 }

/** The tables that are being read from this process. */
export class Tables {
  readonly #open = new CallerLimits()
  /** One part of one table is read at a time, so that tables use one connection. */
  readonly queue = new FairQueue({ work: 'tables', inTotal: 1, waiting: maxima.session, pause: 0 })

  /** Counts a table until it is disposed. Throws RATE_LIMITED and UNAVAILABLE. */
  begin(caller: Parameters<CallerLimits['begin']>[0]): Disposable {
    return this.#open.begin(caller, maxima, { held: 'tables' })
  }
}

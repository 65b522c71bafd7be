import { later } from '../../ui/display/later'

/** The page about how the person signs in. */
export const OwnPasskeys = later(async () => (await import('./own-passkeys-page')).OwnPasskeysPage, { rows: 4 })

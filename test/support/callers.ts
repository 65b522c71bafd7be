/** Whose request it is. */
export interface Caller {
  token: string
  touchpoint: string
}

export const olga: Caller = { token: 'demo-operator-olga', touchpoint: 'desk' }
export const omar: Caller = { token: 'demo-operator-omar', touchpoint: 'desk' }
export const odette: Caller = { token: 'demo-operator-odette', touchpoint: 'desk' }
/** An operator who is blocked. */
export const oona: Caller = { token: 'demo-operator-oona', touchpoint: 'desk' }
export const omarAtPartner: Caller = { token: 'demo-operator-omar-partner', touchpoint: 'partner' }
export const paula: Caller = { token: 'demo-party-paula', touchpoint: 'web' }
export const paulaOnApp: Caller = { token: 'demo-party-paula-app', touchpoint: 'app' }
export const pedro: Caller = { token: 'demo-party-pedro', touchpoint: 'web' }
export const pedroAtKiosk: Caller = { token: 'demo-party-pedro-kiosk', touchpoint: 'kiosk' }
export const carla: Caller = { token: 'demo-consumer-carla', touchpoint: 'web' }

/** The headers that tell who is calling; header values are bytes, and the text is sent as UTF-8. */
export function credentials({ token, touchpoint }: Caller): Record<string, string> {
  const asBytes = (text: string) => Buffer.from(text).toString('latin1')
  return { 'service-token': asBytes(token), 'service-touchpoint': asBytes(touchpoint) }
}

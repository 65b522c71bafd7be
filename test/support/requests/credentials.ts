/** What a request is authenticated with. The constants are the sessions of the demonstration data. */
export interface Credentials {
  token: string
  touchpoint: string
}

export const olga: Credentials = { token: 'demo-operator-olga', touchpoint: 'desk' }
export const omar: Credentials = { token: 'demo-operator-omar', touchpoint: 'desk' }
export const odette: Credentials = { token: 'demo-operator-odette', touchpoint: 'desk' }
/** A blocked operator. */
export const oona: Credentials = { token: 'demo-operator-oona', touchpoint: 'desk' }
export const omarAtPartner: Credentials = { token: 'demo-operator-omar-partner', touchpoint: 'partner' }
export const paula: Credentials = { token: 'demo-party-paula', touchpoint: 'web' }
export const paulaOnApp: Credentials = { token: 'demo-party-paula-app', touchpoint: 'app' }
export const pedro: Credentials = { token: 'demo-party-pedro', touchpoint: 'web' }
export const pedroAtKiosk: Credentials = { token: 'demo-party-pedro-kiosk', touchpoint: 'kiosk' }
export const carla: Credentials = { token: 'demo-consumer-carla', touchpoint: 'web' }
export const ada: Credentials = { token: 'demo-admin-ada', touchpoint: 'desk' }

/** The request headers. Header values are bytes, so text is sent as UTF-8. */
export function credentialHeaders({ token, touchpoint }: Credentials): Record<string, string> {
  const asBytes = (text: string) => Buffer.from(text).toString('latin1')
  return { 'service-token': asBytes(token), 'service-touchpoint': asBytes(touchpoint) }
}

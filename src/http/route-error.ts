const messages = {
  404: 'This path does not exist.',
  405: 'Use one of the methods in the Allow header.',
}

/** No route has the path (404), or its route does not support the method (405). */
export class RouteError extends Error {
  readonly status: keyof typeof messages

  constructor(status: keyof typeof messages, message = messages[status]) {
    super(message)
    this.status = status
  }
}

/** The Link header that leads to the description of the API (RFC 8631). */
export function referenceLinks(graphiql: boolean): string {
  const description = '</api/v4/openapi.json>; rel="service-desc"'
  return graphiql ? `${description}, </api/v4/docs>; rel="service-doc"` : description
}

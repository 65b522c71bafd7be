/** The guides that the service serves as text, by title. They are in the folder docs. */
export const guides = {
  'REST API': 'rest.md',
  'GraphQL API': 'graphql.md',
  Errors: 'errors.md',
  Concepts: 'concepts.md',
  'Front ends': 'front-end.md',
  Settings: 'settings.md',
  Operations: 'operations.md',
}

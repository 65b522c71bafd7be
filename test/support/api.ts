/** What most tests of a running server use. */
export * from './database/database.ts'
export * from './requests/credentials.ts'
export * from './requests/graphql.ts'
export * from './requests/http.ts'
export * from './requests/rest-client.ts'
export * from './server/server.ts'

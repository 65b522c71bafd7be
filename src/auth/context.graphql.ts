import { builder, type ObjectFieldBuilder } from '../graphql/schema/builder.ts'
import type { Viewer } from '../viewer/viewer.ts'

const SimpleProfileObject = builder.objectRef<Viewer>('SimpleProfile').implement({
  description: 'The profile of the logged-in person.',
  fields: (t) => ({
    firstname: t.exposeString('firstname', { description: 'The first name of the person.' }),
    email: t.exposeString('email', { description: 'The email address of the person.' }),
  }),
})

const ContextObject = builder.objectRef<Viewer>('Context').implement({
  description: 'The session in which the change was made.',
  fields: (t) => ({
    simpleProfile: t.field({
      type: SimpleProfileObject,
      description: 'The profile of the logged-in person.',
      resolve: (viewer) => viewer,
    }),
  }),
})

export const contextField = <Shape extends { viewer: Viewer }>(t: ObjectFieldBuilder<Shape>, description: string) =>
  t.field({ type: ContextObject, description, resolve: ({ viewer }) => viewer })

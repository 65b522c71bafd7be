// This file has to be understood by a Node that is too old for the rest.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    'The tests need Node 24 or newer; this is Node ' +
      process.versions.node +
      '. ' +
      'On Linux "npm ci" brings one, which "npm test" uses; elsewhere install it from nodejs.org.',
  )
  process.exit(1)
}

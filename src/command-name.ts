/** How a person calls this program: by npm in a clone, which runs the sources, and by its name where it is installed. */
export const commandName = import.meta.filename.endsWith('.ts') ? 'npm run --silent casegate --' : 'casegate'

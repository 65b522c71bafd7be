/** How users run this program: through npm in a clone, and by its name if it is installed as a package. */
export const commandName = import.meta.filename.endsWith('.ts') ? 'npm run --silent casegate --' : 'casegate'

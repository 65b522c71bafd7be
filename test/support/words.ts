/** The words of a text, for lists that would otherwise take a line for each. */
export const words = ({ raw }: TemplateStringsArray) => raw.join('').trim().split(/\s+/)

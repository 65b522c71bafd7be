import { z } from 'zod'
import { isValidPostgresText } from '../../database/valid-text.ts'

// The schemas check values without changing them, so that a long file is not held in memory twice.

export const storedText = z.string().refine(isValidPostgresText, 'must not contain NUL or a lone surrogate')
/** PostgreSQL limits the size of an index entry. Three such texts fit into one. */
const maximumKeyBytes = 800
/** Codes and names. They are stored byte for byte. */
export const key = storedText
  .min(1, 'must not be empty')
  .refine((value) => Buffer.byteLength(value) <= maximumKeyBytes, `must be at most ${maximumKeyBytes} bytes long`)
export const optionalKey = key.nullish()
/** The email address of a person. That of a new person is checked when it is known whether the person exists. */
export const email = storedText.min(1, 'must not be empty')
/** True or false. Null and absent mean the default. */
export const flag = (byDefault: boolean, description: string) =>
  z.boolean().nullish().meta({ description, default: byDefault })

export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).nullish()

export const typeCategory = {
  typeCode: key.describe('The code of the type.'),
  categoryCode: key.describe('The code of the category.'),
}

import { type } from '../arktype.ts'
import { textRules } from '../field-texts.ts'
import { line, missingMessages, optionalId, optionalLines } from '../fields.ts'
import { isId } from '../ids.ts'
import { imageTexts } from '../images.ts'
import { type Infer, object, orNull, text } from '../json-schema.ts'

/** Programs rely on these field names. */
export const boat = object({
  id: text,
  name: text,
  captain_name: text,
  description: orNull(text),
  imageUrl: orNull(text),
  owner_id: text,
})
export type Boat = Infer<typeof boat>

/** Public fields. */
export const boatSummary = object({
  id: text,
  name: text,
  captainName: text,
  description: orNull(text),
  imageUrl: orNull(text),
})
export type BoatSummary = Infer<typeof boatSummary>

const name = line(textRules.boatName)
const captainName = line(textRules.captainName)
const description = optionalLines(textRules.description)
const imageId = optionalId<'image'>(imageTexts.unknown, isId)

export const newBoat = type({
  name,
  captainName,
  'description?': description,
  'imageId?': imageId,
}).configure(
  ...missingMessages({ name: textRules.boatName.required, captainName: textRules.captainName.required }),
)

export const boatChange = type({
  'name?': name,
  'captainName?': captainName,
  'description?': description,
  'imageId?': imageId,
})

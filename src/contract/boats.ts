import { type } from 'arktype'
import { fieldTexts as texts } from './field-texts.ts'
import { line, optionalId, optionalLines, saysMissing } from './fields.ts'
import { isId } from './ids.ts'
import { imageTexts } from './images.ts'
import { type Infer, object, orNull, text } from './json-schema.ts'
import { limits } from './limits.ts'

/** Field names follow the specification. */
export const boat = object({
  id: text,
  name: text,
  captain_name: text,
  description: orNull(text),
  imageUrl: orNull(text),
  owner_id: text,
})
export type Boat = Infer<typeof boat>

const name = line({ required: texts.boatNameRequired, max: limits.nameMax, tooLong: texts.nameTooLong })
const captainName = line({
  required: texts.captainNameRequired,
  max: limits.nameMax,
  tooLong: texts.nameTooLong,
})
const description = optionalLines({ max: limits.descriptionMax, tooLong: texts.descriptionTooLong })
const imageId = optionalId<'image'>(imageTexts.unknown, isId)

export const newBoat = type({
  name,
  captainName,
  'description?': description,
  'imageId?': imageId,
}).configure(...saysMissing({ name: texts.boatNameRequired, captainName: texts.captainNameRequired }))

export const boatChange = type({
  'name?': name,
  'captainName?': captainName,
  'description?': description,
  'imageId?': imageId,
})

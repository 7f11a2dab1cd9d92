import { type } from 'arktype'
import { line, optionalId, optionalLines, required, saysMissing } from './fields.ts'
import { isId } from './ids.ts'
import { imageTexts } from './images.ts'
import { limits } from './limits.ts'
import { marinaTexts as texts } from './marina-texts.ts'

/** `GET /api/boats`, `POST /api/boats`: spelled as the specification shows it. */
export interface Boat {
  id: string
  name: string
  captain_name: string
  description: string | null
  imageUrl: string | null
  owner_id: string
}

const name = line({ required: texts.boatNameRequired, max: limits.nameMax, tooLong: texts.nameTooLong })
const captainName = line({
  required: texts.captainNameRequired,
  max: limits.nameMax,
  tooLong: texts.nameTooLong,
})
const description = optionalLines({ max: limits.descriptionMax, tooLong: texts.descriptionTooLong })
const imageId = optionalId<'image'>(imageTexts.unknown, isId)

/** `POST /api/boats` */
export const newBoat = type({
  name,
  captainName,
  'description?': description,
  'imageId?': imageId,
}).configure(
  { message: saysMissing({ name: texts.boatNameRequired, captainName: texts.captainNameRequired }) },
  required,
)

/** `PATCH /api/boats/:id` */
export const boatChange = type({
  'name?': name,
  'captainName?': captainName,
  'description?': description,
  'imageId?': imageId,
})

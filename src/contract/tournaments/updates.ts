import { type } from '../arktype.ts'
import { boatSummary } from '../boats/boats.ts'
import { textRules, fieldTexts as texts } from '../field-texts.ts'
import { id, lines, missingMessages, optionalId, optionalLine } from '../fields.ts'
import { isId } from '../ids.ts'
import { imageTexts } from '../images.ts'
import { type Infer, object, orNull, text, time } from '../json-schema.ts'
import { correction, tournamentSummary } from './tournaments.ts'

export const update = object(
  {
    id: text,
    content: text,
    imageUrl: orNull(text),
    location: orNull(text),
    createdAt: time,
    tournamentEntry: object({ id: text, boat: boatSummary, tournament: tournamentSummary }),
  },
  {
    /** Present if the catch was corrected. */
    correction,
    /** Time since when the fish or the boat of a weigh-in is disqualified. */
    disqualified: object({ at: time }),
  },
)
export type Update = Infer<typeof update>

/** The same `id` posts it once. */
export const newUpdate = type({
  tournamentEntryId: id<'entry'>(texts.entryRequired),
  content: lines(textRules.update),
  'location?': optionalLine(textRules.location),
  'imageId?': optionalId<'image'>(imageTexts.unknown, isId),
  'id?': id<'update'>(texts.updateIdInvalid, isId),
}).configure(
  ...missingMessages({ tournamentEntryId: texts.entryRequired, content: textRules.update.required }),
)

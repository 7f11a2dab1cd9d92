import { type } from '../arktype.ts'
import { textRules, fieldTexts as texts } from '../field-texts.ts'
import { id, lines, missingMessages } from '../fields.ts'
import { isId } from '../ids.ts'
import { flag, type Infer, object, text, time } from '../json-schema.ts'

/** An update of a tournament itself. */
export const announcement = object({
  id: text,
  content: text,
  /** A tournament has at most one pinned announcement. */
  pinned: flag,
  createdAt: time,
  tournament: object({ id: text, name: text }),
})
export type Announcement = Infer<typeof announcement>

const pinned = type('boolean').configure({ message: () => texts.pinnedInvalid }, 'self')

/** `pinned` replaces the previous pinned announcement. The same `id` posts it once. */
export const newAnnouncement = type({
  content: lines(textRules.update),
  'pinned?': pinned,
  'id?': id<'announcement'>(texts.announcementIdInvalid, isId),
}).configure(...missingMessages({ content: textRules.update.required }))

export const announcementChange = type({ pinned }).configure(
  ...missingMessages({ pinned: texts.pinnedInvalid }),
)

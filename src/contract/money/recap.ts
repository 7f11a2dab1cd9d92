import { boatSummary } from '../boats/boats.ts'
import {
  constant,
  count,
  flag,
  type Infer,
  list,
  money,
  number,
  object,
  one,
  orNull,
  text,
  time,
} from '../json-schema.ts'
import { resultsStates } from '../tournaments/results-state.ts'
import { entryScore } from '../tournaments/scores.ts'
import { publicPost } from '../videos/crew-posts.ts'

/** An entry on the podium; `won` by the latest round. */
const recapPlace = object(
  { id: text, boat: boatSummary, currentPosition: orNull(count), bestCatch: orNull(text), won: money },
  { score: entryScore },
)
export type RecapPlace = Infer<typeof recapPlace>

/** Pounds and inches; null where it wasn't measured. */
const recapFish = object(
  { boat: object({ id: text, name: text }), species: text, weight: orNull(number), length: orNull(number) },
  { ounces: count },
)
export type RecapFish = Infer<typeof recapFish>

/** Sums up a tournament whose results are official; has no figures before. */
export const recap = object({
  tournament: object(
    { id: text, name: text, location: orNull(text), startDate: time, endDate: time },
    { ruled: constant(true), publicLog: flag },
  ),
  /** Time when results were first official, or null if they weren't yet. */
  officialAt: orNull(time),
  /** State now: later decisions may change it. */
  state: one(...resultsStates),
  heldAwards: count,
  /** Rounds after the first, which settled results again. */
  laterRounds: list(object({ at: time, reason: orNull(text) })),
  /** Places 1 to 3, at most six with ties. */
  podium: list(recapPlace),
  /** The heaviest, or the longest where none was weighed. */
  biggestFish: orNull(recapFish),
  /** The winner’s newest public video of the tournament’s days, else the newest of all boats. */
  clip: orNull(publicPost),
  /** Winnings of all boats. */
  won: money,
  /** Part of `won` that backers share. */
  shared: money,
  boats: count,
  catches: count,
  /** People whose money counts. */
  backers: count,
})
export type Recap = Infer<typeof recap>
/** A recap without its links, which change with time. */
export type RecapFigures = Omit<Recap, 'clip'>

/** Amounts that a backer put in and won, over all boats of a tournament. Zero without a share. */
export const ownResult = object({ funded: money, won: money })
export type OwnResult = Infer<typeof ownResult>

import { count, type Infer, money, object, text } from '../json-schema.ts'

const fields = {
  /** Sum of the person's counted fundings of the entry. */
  funded: money,
  /**
   * The person's share of the winnings if the tournament ended now; once it is over, as the results stand.
   */
  worth: money,
  /** Awards that open protests or holds could change. */
  heldAwards: count,
}

/** Absent where nothing tells what a place earns, before the start, and with results. */
export const shareIfEnded = object(fields)
export type ShareIfEnded = Infer<typeof shareIfEnded>

export const ownShare = object({ entryId: text, ...fields })
export type OwnShare = Infer<typeof ownShare>

import type { Fish } from '../ruled-tournament.ts'

/** A real tournament as its results were published; people are named by boat or surname. */
export interface PublishedTournament {
  name: string
  sources: string[]
  /** Facts that the sources leave out, and how they are chosen. The rest is as published. */
  derived: string[]
  /** Rules without a time zone. */
  rules: object
  boats: string[]
  /** Boats in the pots that boats choose, by pot. */
  pots?: Record<string, string[]>
  /** Boat → the divisions of its one angler. */
  anglers?: Record<string, string[]>
  /** Fish in the order of catching. `byAngler`: the boat's angler caught it. */
  fish: [boat: string, fish: Fish & { byAngler?: true }][]
  /** Category, or category and day → its first rows, as `1 Boat total`. */
  places: Record<string, string[]>
  /** Award, or award and day → `1 Boat dollars`. */
  prizes: Record<string, string[]>
  /** Boat → the dollars of all its awards. */
  won: Record<string, string>
}

export const times = (count: number, boat: string, fish: Fish): [string, Fish][] =>
  Array.from({ length: count }, () => [boat, fish])

/** Boats that no source names. */
export const unnamed = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Boat ${index + 1}`)

/** Limits of scoring rules. */
export const scoringLimits = {
  /** Bytes of JSON as stored. */
  rulesBytes: 32_768,
  nameMax: 60,
  keyMax: 40,
  presetMax: 40,
  days: 31,
  species: 100,
  marks: 30,
  penalties: 30,
  divisions: 30,
  categories: 40,
  pots: 40,
  awards: 100,
  under: 20,
  limits: 30,
  passOver: 20,
  ties: 20,
  /** Rows of percents, and prizes of a row. */
  rows: 50,
  prizes: 100,
  partMax: 1000,
  /** Pounds, or ounces. */
  weightMax: 160_000,
  /** Inches. */
  lengthMax: 1000,
  pointsMax: 1_000_000,
  countMax: 10_000,
  payHoldDaysMax: 30,
  protestMinutesMin: 15,
  protestMinutesMax: 2880,
} as const

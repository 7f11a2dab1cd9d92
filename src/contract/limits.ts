/**
 * Limits and their texts, named once: they feed schemas, input attributes and messages alike.
 * Plain values only, so that the browser may import them.
 */
export const limits = {
  /** Characters. Nothing is truncated, and long passphrases are welcome. */
  passwordMin: 6,
  passwordMax: 256,
  /** RFC 5321, 4.5.3.1.3: a path has at most 256 octets, brackets included. */
  emailMax: 254,
  personNameMax: 100,
  /** Bytes of what a program may keep with an account, as JSON. */
  metadataMax: 16_384,
  /** Bytes of a JSON request body. */
  jsonBody: 1_048_576,
  /** Bytes of an uploaded picture. */
  image: 10_485_760,
  /** Wrong site passwords from one address before it has to wait. */
  gateTries: 19,
  gateWindowSeconds: 900,
  /** The home page's Upcoming section looks this far ahead. */
  upcomingWindowDays: 30,
} as const

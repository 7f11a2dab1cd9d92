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
  /** Names of tournaments, boats and captains; places. */
  nameMax: 255,
  descriptionMax: 5000,
  updateMax: 2000,
  speciesMax: 100,
  /** The years a tournament may lie in, both included. */
  firstYear: 2000,
  lastYear: 2100,
  prizePoolMaxCents: 10_000_000_000,
  fundingGoalMaxCents: 1_000_000_000,
  /** Nobody could fund less: no card is charged with a few cents. */
  fundingGoalMinCents: 100,
  /** Cents. */
  fundingMinCents: 1000,
  /** What may be left open below a goal at least, unless it is nothing. */
  fundingLeftMinCents: 100,
  /** The provider takes no more at once. */
  fundingMaxCents: 99_999_999,
  /** Characters of a message for the captain, and of the captain's reply. */
  fundingMessageMax: 1000,
  /** Refunds that failed, as the organiser sees them at once. */
  refundFailuresShown: 100,
  /** For so long a payment that has begun keeps its dollars from others. */
  fundingHoldMinutes: 15,
  /** After a hold that was not paid, the same person's payments for the same boat hold nothing for so long. */
  fundingHoldPauseMinutes: 60,
  /** Cents that the payments of one account hold at most; what is more holds nothing. */
  fundingHeldMaxCents: 2_500_000,
  /** Payments that one account may begin within so many minutes. */
  fundingIntents: 10,
  fundingIntentsMinutes: 10,
  /** Percent of the winnings that goes to the backers. */
  payoutMax: 100,
  /** Pounds; the heaviest fish ever taken on a rod was 2,664. */
  weightMax: 10_000,
  positionMax: 9999,
  /** Characters of what an organiser notes about a payment. */
  payoutReferenceMax: 200,
  /** How many updates one page of the list has, when nobody says, and at most. */
  updatesPage: 50,
  updatesPageMax: 200,
  /** Rows of the leaderboard at most; the rest is behind its cursor. */
  leaderboardPage: 500,
  /** Seconds of a video, and how far a recorder's clock may be off. */
  videoMin: 10,
  videoMax: 60,
  videoTolerance: 0.5,
  /** Pixels of a side. */
  videoMinSide: 16,
  captionMax: 140,
  fileNameMax: 255,
  idempotencyKeyMax: 255,
  reportMax: 500,
  /** Posts of one page of the public feed, when nobody says, and at most. */
  postsPage: 24,
  postsPageMax: 100,
  /** Seconds a link to a video is good for. */
  mediaLink: 3600,
  /** What one person may post within a minute. */
  writesPerMinute: 120,
} as const

/**
 * What one person may create on a day (UTC), and how many accounts one network (an IPv4 address, an IPv6 /64).
 * Far more than honest use needs: an organiser weighs in 300 fish on a busy day.
 */
export const dailyLimits = {
  tournaments: 50,
  boats: 50,
  entries: 200,
  catches: 2000,
  updates: 300,
  pictures: 200,
  videos: 200,
  posts: 200,
  reports: 100,
  crewRequests: 50,
  payments: 500,
  signUps: 200,
} as const

export type DailyThing = keyof typeof dailyLimits

const dailySentences: Record<DailyThing, (most: string) => string> = {
  tournaments: most => `You can create ${most} tournaments a day.`,
  boats: most => `You can add ${most} boats a day.`,
  entries: most => `You can enter boats ${most} times a day.`,
  catches: most => `You can weigh in ${most} catches a day.`,
  updates: most => `You can post ${most} updates a day.`,
  pictures: most => `You can add ${most} pictures a day.`,
  videos: most => `You can upload ${most} videos a day.`,
  posts: most => `You can create ${most} posts a day.`,
  reports: most => `You can report ${most} posts a day.`,
  crewRequests: most => `You can ask to join a crew ${most} times a day.`,
  payments: most => `You can start ${most} payments a day.`,
  signUps: most => `${most} accounts a day can be created from one network.`,
}

/** Shown with the 429. */
export const dailyLimitText = (thing: DailyThing): string =>
  `${dailySentences[thing](dailyLimits[thing].toLocaleString('en-US'))} Please try again tomorrow.`

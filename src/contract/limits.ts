export const limits = {
  /** Markdown of the terms or a policy. */
  legalTextMax: 100_000,
  /** Minimum of all accounts. */
  passwordMin: 6,
  /** Minimum of accounts that own the site. */
  ownerPasswordMin: 12,
  metricsTokenMin: 16,
  passwordMax: 256,
  /** RFC 5321, 4.5.3.1.3: 256 octets with brackets. */
  emailMax: 254,
  personNameMax: 60,
  /** Bytes of JSON. */
  metadataMax: 16_384,
  /** Bytes. */
  jsonBody: 1_048_576,
  /** Issues that an error lists; more are left out. */
  issues: 100,
  /** Bytes. */
  image: 10_485_760,
  /** Per network, which everyone at a marina may share. */
  networkWindowSeconds: 600,
  networkSignIns: 600,
  /** Sign-ups, opened mail links, changes of accounts. */
  networkCrowd: 400,
  networkMails: 100,
  /** Per address. */
  gateTries: 19,
  gateWindowSeconds: 900,
  upcomingWindowDays: 30,
  /** Inclusive. */
  firstYear: 2000,
  lastYear: 2100,
  /** Adjustments of a round. */
  adjustments: 300,
  /** Rounds of a tournament's results. */
  rounds: 100,
  /** Lines of what each boat won: more than a tournament has boats. */
  winnings: 5000,
  prizePoolMaxCents: 10_000_000_000,
  fundingGoalMaxCents: 1_000_000_000,
  /** Cents. */
  fundingGoalMinCents: 100,
  fundingMinCents: 1000,
  /** A payment leaves at least this much open, or nothing. */
  fundingLeftMinCents: 100,
  /** Provider limits. */
  cardMinCents: 50,
  fundingMaxCents: 99_999_999,
  refundFailuresShown: 100,
  /** A closing time this much in the past counts as now, for the clocks of browsers. */
  fundingClosesPastSeconds: 10,
  /** A started payment reserves its amount. */
  fundingHoldMinutes: 15,
  /** After an unpaid hold, the person's next payments for the boat reserve nothing. */
  fundingHoldPauseMinutes: 60,
  /** Cents that one account's payments reserve at most. */
  fundingHeldMaxCents: 2_500_000,
  /** Per account. */
  fundingIntents: 10,
  fundingIntentsMinutes: 10,
  payoutMax: 100,
  /** Pounds; rod record: 2,664. */
  weightMax: 10_000,
  /** Inches. */
  lengthMax: 1000,
  ouncesMax: 160_000,
  positionMax: 9999,
  /** Characters. */
  payoutReferenceMax: 200,
  /** Characters. */
  reasonMax: 500,
  payoutDetailsMax: 500,
  /** Days that the details are kept after their account was deleted, while winnings are or may be owed. */
  payoutDetailsDays: 730,
  payoutDaysMax: 365,
  /** Shares that are marked as paid together. */
  payoutsAtOnce: 1000,
  /** Lines of a provider's result file. */
  payoutReportRows: 5000,
  /** Characters of it; as JSON it must also fit `jsonBody`. */
  payoutReportMax: 1_000_000,
  /** Result files of a tournament. */
  payoutImports: 200,
  /** Imported result files that the organiser's page lists. */
  payoutImportsListed: 20,
  /** Reported posts. */
  reportsListed: 1000,
  /** Rows of a list without pages, such as a boat’s crew. */
  listMax: 1000,
  /** People on a tournament's staff. */
  staff: 20,
  openInvitations: 10,
  /** Tournaments that an organiser who leaves, or an operator, sees named. */
  openTournaments: 50,
  invitationDays: 7,
  /** Boats that an organiser enters at once. */
  listedBoats: 300,
  /** Characters. */
  listedNameMax: 60,
  captainInvitationDays: 30,
  /** Minutes between two mails to one captain. */
  captainMailPauseMinutes: 10,
  /** Mails to one captain's address in a day, whoever sends them. */
  captainMailsPerAddress: 20,
  /** A weigh master's role lasts this long after the tournament's end. */
  weighMasterHours: 24,
  webhooks: 5,
  /** Webhooks in all tournaments of one organiser. */
  webhooksPerPerson: 20,
  webhookAddressMax: 1000,
  /** Sent or failed deliveries that each webhook keeps. */
  webhookDeliveries: 50,
  /** Waiting deliveries of a webhook; later events are not sent to it. */
  webhookWaiting: 1000,
  /** Characters of an answer. */
  webhookAnswerMax: 200,
  /** A webhook that has failed for so many days is turned off. */
  webhookFailingDays: 3,
  /** The secret from before stays valid. */
  webhookSecretHours: 24,
  owners: 20,
  ownerLinkHours: 24,
  /** Characters. */
  organiserRequestMax: 1000,
  /** Lists of the admin page. */
  adminPage: 50,
  adminPageMax: 200,
  /** Payments that need a person. */
  adminPayments: 100,
  /** Fits a header and a picture. */
  siteNameMax: 60,
  /** A shorter site password is a risk. */
  sitePasswordMin: 8,
  /** A tournament's catches. */
  catchesPage: 50,
  catchesPageMax: 200,
  /** Default and maximum of the organiser's view: as many as tournaments usually have. */
  organiserViewCatches: 1000,
  /** Versions of a tournament's rules. */
  rulesVersions: 500,
  tieDecisions: 1000,
  penaltyCountMax: 1000,
  penaltiesPerEntry: 100,
  penaltiesPage: 1000,
  /** Characters. */
  protestTextMax: 2000,
  /** Open protests that one boat's captain filed. */
  openProtestsPerBoat: 5,
  /** Open protests that one captain filed for all their boats in a tournament. */
  openProtestsPerCaptain: 10,
  /** Open protests of a tournament; each is decided both ways to find the held awards. */
  openProtests: 100,
  /** Protests of a tournament, decided ones included. */
  protests: 2000,
  protestsPage: 50,
  protestsPageMax: 200,
  /** Answers to a protest. */
  protestAnswers: 50,
  protestReopenings: 50,
  /** Catches of a boat to choose from, the latest. */
  protestSubjects: 200,
  /** Effects of a decision. */
  protestEffects: 20,
  /** Holds that a tournament's organisers ever place, lifted ones included. */
  holds: 500,
  openHolds: 100,
  /** Anglers of an entry. */
  anglers: 30,
  /** Boats of one account, without those that wait for their captain. Queries read all boats of an account. */
  boatsPerPerson: 2000,
  /** Boats that a person who isn't its organiser enters in a tournament. */
  entriesPerCaptain: 300,
  /** Parts of an entry's goal. */
  goalParts: 20,
  /** Events of a tournament's log that can be checked. */
  logPage: 200,
  /** Events of a log that its page shows at once. */
  logPageShown: 50,
  /** Actions of a tournament's staff. */
  actionsPage: 50,
  actionsPageMax: 200,
  /** Sessions of an account; a new one ends those that were not used for longest. */
  sessions: 100,
  /** Boats, fundings, backers and payouts by default: more than a small marina has. */
  listPage: 200,
  listPageMax: 1000,
  /** Older ones are listed with their tournament only. */
  announcementDays: 30,
  /** A pass to a locked site holds so many days beyond its tournament's end. */
  passDays: 30,
  announcementsPage: 20,
  announcementsPageMax: 200,
  updatesPage: 50,
  updatesPageMax: 200,
  boatEntriesPage: 12,
  boatEntriesPageMax: 50,
  /** Heaviest catches on a boat's page. */
  heaviestCatches: 10,
  /** Settled tournaments of a boat's career, the latest. */
  careerTournaments: 500,
  careerPlaces: 40,
  careerTrophies: 60,
  careerSpecies: 30,
  /** Tournaments with entries; a page ends early once it holds so many entries. */
  tournamentsPage: 200,
  tournamentsPageEntries: 12_000,
  leaderboardPage: 500,
  /** Running tournaments, and as many finished ones. */
  leaderboardTournaments: 200,
  /** Cards of tournaments. */
  cardsPage: 12,
  cardsPageMax: 50,
  myBoats: 3,
  /** Entries with what one's money would be worth. */
  ownShares: 50,
  /** Days for which "my boats" shows what a backer won. */
  myBoatsSettledDays: 14,
  myTournamentsPage: 24,
  myTournamentsPageMax: 50,
  /** Tournaments with the first places of each. */
  boardsPage: 3,
  boardsPageMax: 20,
  boardPlaces: 10,
  /** Contestants of one category. */
  boardLines: 10,
  boardLinesMax: 60,
  /** Fish of a contestant in a list of contestants. */
  boardFish: 40,
  /** Moments of a race; with more weigh-ins it leaves some out, but not those at which the lead changes. */
  raceFrames: 120,
  /** Characters. */
  searchMax: 200,
  /** Seconds; the tolerance allows for recorder clocks. */
  videoMin: 10,
  videoMax: 60,
  videoTolerance: 0.5,
  /** Pixels. */
  videoMinSide: 16,
  captionMax: 140,
  fileNameMax: 255,
  idempotencyKeyMax: 255,
  reportMax: 500,
  postsPage: 24,
  postsPageMax: 100,
  /** Seconds. */
  mediaLink: 3600,
  /** Days that an archive of a person's data can be downloaded. */
  dataExportDays: 7,
  /** Boats and tournaments that a person follows. */
  follows: 500,
  followsPage: 50,
  followsPageMax: 200,
  /** Days after its end that a tournament's backers still follow their boat. */
  backerFollowDays: 30,
  /** Notifications that each person keeps, newest first. */
  notifications: 50,
  /** Notifications that each person keeps while older ones wait to be sent. */
  notificationsWaiting: 500,
  notificationsPage: 20,
  /** Devices of a person that get push messages; the oldest make room. */
  pushDevices: 20,
  /** Characters. */
  pushEndpointMax: 2048,
  /** Per person. */
  writesPerMinute: 120,
  /** Bytes of JSON of the tournaments that the server holds in memory. */
  catalogBytes: 16_777_216,
} as const

/** Per person and UTC day; accounts per IPv4 address or IPv6 /64. */
export const dailyLimits = {
  tournaments: 50,
  boats: 50,
  entries: 200,
  catches: 2000,
  rulings: 1000,
  changes: 2000,
  protests: 100,
  updates: 300,
  pictures: 200,
  videos: 200,
  posts: 200,
  reports: 100,
  crewRequests: 50,
  invitations: 100,
  captainMails: 400,
  webhooks: 50,
  webhookTests: 200,
  organiserRequests: 3,
  dataExports: 5,
  legalTexts: 100,
  payments: 500,
  handovers: 500,
  replies: 1000,
  follows: 1000,
  pushSubscriptions: 200,
  pushTests: 50,
  signUps: 1000,
} as const

export type DailyThing = keyof typeof dailyLimits

const dailySentences: Record<DailyThing, (most: string) => string> = {
  tournaments: most => `You can create ${most} tournaments a day.`,
  boats: most => `You can add ${most} boats a day.`,
  entries: most => `You can enter boats ${most} times a day.`,
  catches: most => `You can weigh in ${most} catches a day.`,
  protests: most => `You can file and answer protests ${most} times a day.`,
  rulings: most => `You can change rules, penalties and lists of boats ${most} times a day.`,
  changes: most =>
    `You can change tournaments, catches, positions, announcements and posts ${most} times a day.`,
  updates: most => `You can post ${most} updates a day.`,
  pictures: most => `You can add ${most} pictures a day.`,
  videos: most => `You can upload ${most} videos a day.`,
  posts: most => `You can create ${most} posts a day.`,
  reports: most => `You can report ${most} posts a day.`,
  crewRequests: most => `You can ask to join a crew ${most} times a day.`,
  invitations: most => `You can invite ${most} people a day.`,
  captainMails: most => `You can send links to ${most} captains a day.`,
  webhooks: most => `You can add ${most} webhooks or change their secrets a day.`,
  webhookTests: most => `You can send ${most} test events and repeats a day.`,
  organiserRequests: most => `You can ask to run tournaments ${most} times a day.`,
  dataExports: most => `You can ask for your data ${most} times a day.`,
  legalTexts: most => `You can change terms and policies ${most} times a day.`,
  payments: most => `You can start ${most} payments a day.`,
  handovers: most => `You can record ${most} handovers a day.`,
  replies: most => `You can reply to backers ${most} times a day.`,
  follows: most => `You can change what you follow ${most} times a day.`,
  pushSubscriptions: most => `You can turn push messages on ${most} times a day.`,
  pushTests: most => `You can send ${most} test messages a day.`,
  signUps: most => `${most} accounts a day can be created from one network.`,
}

export const dailyLimitText = (thing: DailyThing): string =>
  `${dailySentences[thing](dailyLimits[thing].toLocaleString('en-US'))} Please try again tomorrow.`

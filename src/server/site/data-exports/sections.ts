import { boatsSections } from '#server/boats/personal-data.ts'
import type { LeftOut, Section } from '#server/db/personal-data.ts'
import { moneyLeftOut, moneySections } from '#server/money/personal-data.ts'
import { notificationsLeftOut, notificationsSections } from '#server/notifications/personal-data.ts'
import { peopleLeftOut, peopleSections } from '#server/people/personal-data.ts'
import { tournamentsLeftOut, tournamentsSections } from '#server/tournaments/personal-data.ts'
import { videosSections } from '#server/videos/personal-data.ts'
import { siteLeftOut, siteSections } from './site-sections.ts'

/** Sections of `data.json`, by domain. The test names every column that is neither here nor left out. */
export const sections: readonly Section[] = [
  ...peopleSections,
  ...moneySections,
  ...notificationsSections,
  ...boatsSections,
  ...tournamentsSections,
  ...videosSections,
  ...siteSections,
]

export const leftOut: LeftOut = {
  ...peopleLeftOut,
  ...moneyLeftOut,
  ...notificationsLeftOut,
  ...tournamentsLeftOut,
  ...siteLeftOut,
}

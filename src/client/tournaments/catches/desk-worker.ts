import { deskCache } from '#client/lib/desk-cache.ts'
import { cachePages } from '#client/tournaments/page-cache.ts'

/** Service worker for the weigh desk, built as `/desk-worker.js`: see decision 0039. */
cachePages({
  cacheName: deskCache,
  addressOf: ({ pathname }) =>
    /^\/tournament\/[^/]+\/manage$/.test(pathname) ? `${pathname}?section=weigh-in` : null,
  isPage: html => html.includes('id="weigh-in"'),
  isPersonal: true,
  waiting: {
    title: 'Waiting for the network',
    text: 'On this device, the weigh desk opens without a network once it was open with one.',
  },
})

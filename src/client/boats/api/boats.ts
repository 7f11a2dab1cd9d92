import { pathOf } from '#client/api/client.ts'
import { mutation } from '#client/api/mutation.ts'
import { pageQuery, pagesQuery, query } from '#client/api/query.ts'
import { limits } from '#contract/limits.ts'

export const boatChoices = 100

/** Newest first, one page: for a choice. @param searchText finds the others */
export const boatChoicesQuery = (searchText: string) =>
  pageQuery('GET /api/boats', { query: { limit: boatChoices, ...(searchText !== '' && { q: searchText }) } })
export const ownBoatChoicesQuery = () =>
  query('GET /api/boats', { query: { mine: 'true', limit: limits.listPageMax } })

/** Newest first. @param searchText words of the boat's or the captain's name */
export const ownBoatsQuery = (searchText = '') =>
  pagesQuery('GET /api/boats', {
    query: { mine: 'true', limit: 24, ...(searchText !== '' && { q: searchText }) },
  })
/** An SVG. */
export const boatQrPath = (id: string) => pathOf('GET /api/boats/:id/qr.svg', { params: { id } })
/** An SVG of the link with which crew ask to join. */
export const boatCrewQrPath = (id: string) => pathOf('GET /api/boats/:id/crew-qr.svg', { params: { id } })
/** Owner only. */
export const boatCrewQuery = (id: string) => query('GET /api/boats/:id/crew', { params: { id } })

export const createBoat = mutation('POST /api/boats')
export const changeBoat = mutation('PATCH /api/boats/:id')
export const approveCrewMember = mutation('POST /api/boats/:id/crew/:userId', {
  answers: ({ params }) => boatCrewQuery(params.id),
})

import { pathOf } from './client.ts'

/** The event stream from an event on. */
export const eventsPath = (since: string) => `${pathOf('GET /api/events')}?since=${encodeURIComponent(since)}`

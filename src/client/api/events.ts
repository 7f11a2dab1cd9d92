import { pathOf } from './client.ts'

export const eventsPath = (since: string) => `${pathOf('GET /api/events')}?since=${encodeURIComponent(since)}`

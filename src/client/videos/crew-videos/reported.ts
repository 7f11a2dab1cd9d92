import { jsonStorage } from '#client/lib/store.ts'

const storage = jsonStorage('reelstake.reported')
const maxReported = 200

function read(): string[] {
  const ids = storage.read()
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
}

export const isReported = (id: string): boolean => read().includes(id)

/** Without storage, a second report replaces the first. */
export const rememberReported = (id: string): void =>
  storage.write([id, ...read().filter(other => other !== id)].slice(0, maxReported))

import { jsonStorage } from './store.ts'

/** The weigh desk's page, for times without a network. */
export const deskCache = 'weigh-desk-1'

/** Scale and witness of the last weigh-in, in the browser's storage. */
export const scaleStorage = jsonStorage('weigh-desk-scale')

/** Data that the person who signed out has seen and typed. */
export async function forgetDesk(): Promise<void> {
  scaleStorage.remove()
  if ('caches' in globalThis) await caches.delete(deskCache).catch(() => false)
}

/** The weigh desk's page, for times without a network. */
export const deskCache = 'weigh-desk-1'

/** What the person who signed out has seen. */
export async function forgetDesk(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(deskCache).catch(() => false)
}

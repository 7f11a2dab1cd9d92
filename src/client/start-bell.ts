/** Pages of signed-in people have a bell. */
export function startBell(): void {
  if (document.querySelector('[data-unread]')) import('./bell.ts').catch(() => {})
}

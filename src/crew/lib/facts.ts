import { whenIdle } from './busy.ts'
import { answersCache, factsCache, factsPath } from './cache-names.ts'
import type { ShellFacts } from './shell-document.ts'

const hasCaches = () => 'caches' in globalThis

/** Kept where the service worker can read it, so that the stored shell knows whose it is. */
export async function remember(facts: ShellFacts): Promise<void> {
  if (hasCaches()) await (await caches.open(factsCache)).put(factsPath, Response.json(facts))
}

/** The next visit asks the server who this is. */
export async function forget(): Promise<void> {
  if (hasCaches()) await Promise.all([caches.delete(factsCache), caches.delete(answersCache)])
}

/** The site is locked: loads the page from the server, which shows the gate in its place and this page after it. */
export function goThroughGate(): void {
  whenIdle(() => void forget().finally(() => location.reload()))
}

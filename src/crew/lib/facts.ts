import { whenIdle } from './busy.ts'
import { answersCache, factsCache, factsPath } from './cache-names.ts'
import type { ShellFacts } from './shell-document.ts'

const hasCaches = () => 'caches' in globalThis

/** Stored for the service worker, which fills in the shell. */
export async function remember(facts: ShellFacts): Promise<void> {
  if (hasCaches()) await (await caches.open(factsCache)).put(factsPath, Response.json(facts))
}

export async function forget(): Promise<void> {
  if (hasCaches()) await Promise.all([caches.delete(factsCache), caches.delete(answersCache)])
}

/** Reloads from the server, which shows the gate first. */
export function goThroughGate(): void {
  whenIdle(() => void forget().finally(() => location.reload()))
}

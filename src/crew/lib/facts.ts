import { whenIdle } from '#client/lib/busy.ts'
import { answersCache, factsCache, factsPath } from './cache-names.ts'
import type { ShellFacts } from './shell-document.ts'

const hasCaches = () => 'caches' in globalThis

export async function storeFacts(facts: ShellFacts): Promise<void> {
  if (hasCaches()) await (await caches.open(factsCache)).put(factsPath, Response.json(facts))
}

export async function deleteFacts(): Promise<void> {
  if (hasCaches()) await Promise.all([caches.delete(factsCache), caches.delete(answersCache)])
}

/** Deletes the facts and reloads: without them the service worker asks the server, which answers with the gate. */
export function reloadForGate(): void {
  whenIdle(() => void deleteFacts().finally(() => location.reload()))
}

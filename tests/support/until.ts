/** Resolves once the condition holds. Only the test's own time limit ends the wait. */
export async function until(condition: () => unknown, everyMs = 20): Promise<void> {
  while (!(await condition())) await Bun.sleep(everyMs)
}

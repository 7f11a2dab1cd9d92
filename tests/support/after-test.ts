import { onTestFinished } from 'bun:test'

let stack: AsyncDisposableStack | undefined

/** Runs the work when the running test has ended, the last one first. */
export function afterTest(work: () => unknown): void {
  if (stack === undefined) {
    const made = new AsyncDisposableStack()
    // Throws outside a test.
    onTestFinished(() => {
      stack = undefined
      return made.disposeAsync()
    })
    stack = made
  }
  stack.defer(async () => void (await work()))
}

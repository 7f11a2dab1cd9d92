import { onTestFinished } from 'bun:test'

let stack: AsyncDisposableStack | undefined

/** Runs the work when the running test has ended, the last one first. */
export function afterTest(work: () => unknown): void {
  if (stack === undefined) {
    const newStack = new AsyncDisposableStack()
    // Throws outside a test.
    onTestFinished(() => {
      stack = undefined
      return newStack.disposeAsync()
    })
    stack = newStack
  }
  stack.defer(async () => void (await work()))
}

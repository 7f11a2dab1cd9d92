/**
 * The memory in bytes that Bun's garbage collector plans with. By default it is the machine's, whatever the container
 * may use, so that garbage grew to 600 MB. Bun reads it at its start; the Dockerfile states it too.
 */
export const collectorEnv = { BUN_JSC_forceRAMSize: '402653184' }

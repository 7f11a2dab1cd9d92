/** Returns the code of an error of the system or of a driver, such as ENOENT, or '' without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
